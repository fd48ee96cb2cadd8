import { sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { interleaved, median, ms, report } from "./support/figures";
import { timedStream } from "./support/http";
import { PACED, startPacedModel } from "./support/paced-model";
import { makePerson } from "./support/person";
import { benchDatabase } from "./support/product-database";
import { seedConversation } from "./support/seed";
import { startBare, startProduct } from "./support/servers";

const SMALL = 400;
const LARGE = 100_000;

/** What storing, budgeting and resumability add to an answer of the model, and that a long conversation adds nothing. */
export async function run(): Promise<void> {
  const postgres = await benchDatabase();
  const { getDb } = await import("@/lib/db/client");
  const db = await getDb();
  const { actor, headers } = await makePerson("sender");
  const small = await seedConversation(db, actor, SMALL);
  const large = await seedConversation(db, actor, LARGE);
  await db.execute(sql`vacuum analyze`);

  const model = await startPacedModel();
  // The same budget for both lengths, which 400 messages of the seed already fill.
  const product = await startProduct({ DATABASE_URL: postgres.url, CHAT_CONTEXT_LIMIT_RUNES: "40000", ...model.env });
  const bare = await startBare(model.env);
  try {
    const send = (sessionId: string) =>
      timedStream(
        `${product.url}/api/v1/chat/send`,
        { session_id: sessionId, message: { id: uuidv7(), text: PACED } },
        headers,
      );
    const yardstick = () => timedStream(`${bare.url}/send`, { text: PACED });
    const firstText = new Map<string, number[]>();
    const ends = await interleaved(
      Object.fromEntries(
        (
          [
            ["small", () => send(small)],
            ["large", () => send(large)],
            ["bare", yardstick],
          ] as const
        ).map(([name, ask]) => [
          name,
          async () => {
            const answer = await ask();
            if (answer.texts.length === 0) throw new Error(`${name}: no text came`);
            firstText.set(name, [...(firstText.get(name) ?? []), answer.texts[0] ?? 0]);
            return answer.end;
          },
        ]),
      ) as Record<"small" | "large" | "bare", () => Promise<number>>,
      { rounds: 40, warmUp: 5 },
    );
    const first = (name: string) => median(firstText.get(name) ?? []);
    const end = (name: "small" | "large" | "bare") => median(ends[name]);
    const compare = (label: string, a: number, b: number, bound: number) =>
      report(label, a / b, bound, `${ms(a)} against ${ms(b)}`);

    compare("first text, 400 messages, against a bare handler", first("small"), first("bare"), 1.25);
    compare("end, 400 messages, against a bare handler", end("small"), end("bare"), 1.1);
    compare("first text, 100,000 messages against 400", first("large"), first("small"), 1.1);
    compare("end, 100,000 messages against 400", end("large"), end("small"), 1.1);
  } finally {
    await product.stop();
    await bare.stop();
    model.stop();
    await postgres.stop();
  }
}
