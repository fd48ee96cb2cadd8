import { v7 as uuidv7 } from "uuid";
import { ms, quantile, report } from "./support/figures";
import { timedStream } from "./support/http";
import { PACED_CHUNKS, startPacedModel } from "./support/paced-model";
import { makePerson } from "./support/person";
import { benchDatabase } from "./support/product-database";
import { startBare, startProduct } from "./support/servers";

const STREAMS = 200;
/** Slow enough that the client and the scripted provider, on the same two cores, keep up. */
const QUESTION = "#slow 40x100 100";
const EXPECTED = Array.from({ length: PACED_CHUNKS }, (_, i) => `w${i + 1}`).join(" ");

/** 200 answers at once on one process: none lost, and each as even as without the product around it. */
export async function run(): Promise<void> {
  const postgres = await benchDatabase();
  const { headers } = await makePerson("many");
  const model = await startPacedModel();
  const product = await startProduct({ DATABASE_URL: postgres.url, ...model.env });
  const bare = await startBare(model.env);
  try {
    const ours = () =>
      timedStream(`${product.url}/api/v1/chat/send`, { message: { id: uuidv7(), text: QUESTION } }, headers);
    const theirs = () => timedStream(`${bare.url}/send`, { text: QUESTION });
    // Both warmed up, then measured one after the other, twice, so that neither has the quieter machine.
    await Promise.all(Array.from({ length: 20 }, ours));
    await Promise.all(Array.from({ length: 20 }, theirs));
    const gaps = { product: [] as number[], bare: [] as number[] };
    let whole = 0;
    for (let round = 0; round < 2; round++) {
      for (const [name, ask] of [
        ["product", ours],
        ["bare", theirs],
      ] as const) {
        const answers = await Promise.all(Array.from({ length: STREAMS }, ask));
        for (const { texts, text } of answers) {
          if (name === "product" && text === EXPECTED) whole++;
          gaps[name].push(...texts.slice(1).map((at, i) => at - (texts[i] ?? 0)));
        }
      }
    }
    const lost = 2 * STREAMS - whole;
    report("answers of 400 that were not whole", lost, 0, `${whole} whole`);
    const [a, b] = [quantile(gaps.product, 0.95), quantile(gaps.bare, 0.95)];
    report("95th percentile of the gap between chunks against a bare handler", a / b, 2, `${ms(a)} against ${ms(b)}`);
  } finally {
    await product.stop();
    await bare.stop();
    model.stop();
    await postgres.stop();
  }
}
