import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { locomoIsHere, locomoSamples } from "@/test/support/locomo";
import type { RetrievalSet } from "@/test/support/retrieval";
import { report } from "./support/figures";
import { makePerson } from "./support/person";
import { benchDatabase } from "./support/product-database";

const LOCOMO = resolve(import.meta.dirname, "../../shared/locomo");

/** How well the search answers questions about conversations of months: through the call that the API makes. */
export async function run(): Promise<void> {
  const postgres = await benchDatabase();
  const { figuresOf, rankingsOf, retrievalSet } = await import("@/test/support/retrieval");
  const share = (value: number) => (100 * value).toFixed(1);
  try {
    for (const [name, least] of [
      ["zh", 0.85],
      ["en", 0.85],
    ] as const) {
      const set = retrievalSet(name);
      const { actor } = await makePerson(name);
      const figures = figuresOf(set, await rankingsOf(actor, set));
      const { questions, recall1, recall5, recall10, mrr } = figures;
      const detail = `${questions} questions; recall@1 ${share(recall1)}, @5 ${share(recall5)}, @10 ${share(recall10)}, MRR ${share(mrr)}`;
      report(`${name}: evidence missed in the first ten, of what may be`, (1 - recall10) / (1 - least), 1, detail);
    }
    if (!locomoIsHere) {
      process.stdout.write("LoCoMo is not beside the project: its figures are left out.\n");
      return;
    }
    const lines: string[] = [];
    for (const [i, sample] of locomoSamples().entries()) {
      const { actor } = await makePerson(`locomo-${i}`);
      const set: RetrievalSet = {
        talks: [{ title: sample.id, messages: sample.messages }],
        questions: sample.questions,
      };
      for (const [n, ranked] of (await rankingsOf(actor, set, { inOne: true })).entries())
        lines.push(JSON.stringify({ sample: sample.id, question_index: n, ranked }));
    }
    const file = join(mkdtempSync(join(tmpdir(), "cadau-retrieval-")), "rankings.jsonl");
    writeFileSync(file, `${lines.join("\n")}\n`);
    const scorer = [join(LOCOMO, "score.mjs"), file];
    process.stdout.write(`${file}\n${execFileSync(process.execPath, scorer, { encoding: "utf8" })}`);
    const { all } = JSON.parse(execFileSync(process.execPath, [...scorer, "--json"], { encoding: "utf8" }));
    report(
      "LoCoMo: evidence missed in the first ten, of what may be",
      (1 - all.r10) / 0.21,
      1,
      `recall@10 ${share(all.r10)}`,
    );
  } finally {
    await postgres.stop();
  }
}
