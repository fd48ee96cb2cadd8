import type { ContextVersion, SessionContext } from "@/lib/http/contract/context";

const number = new Intl.NumberFormat("en");
const dollars = new Intl.NumberFormat("en", { style: "currency", currency: "USD", maximumSignificantDigits: 2 });
const runes = (count: number) => `${number.format(count)} runes`;

/** A session's context for a terminal. */
export function contextText(context: SessionContext): string {
  const { context_budget: budget, summary_version, verbatim_since_seq } = context;
  const sections = [
    [
      `${runes(budget.used_runes)} of ${number.format(budget.limit_runes)} (${budget.used_pct} %)`,
      ...table(context.parts.map((part) => [`  ${part.kind}`, runes(part.runes)])),
      summary_version === 0
        ? "All messages are verbatim."
        : `Verbatim from message ${verbatim_since_seq} on; version ${summary_version} of the summary covers those before.`,
      ...(context.rolling ? ["A roll is under way."] : []),
      ...progressLine(context),
    ],
    context.summary === "" ? [] : [`Summary (at most ${runes(context.summary_max_runes)}):`, context.summary],
    context.versions.length === 0
      ? []
      : ["Versions, newest first:", ...table([HEAD, ...context.versions.map(versionCells)])],
    payloadLines(context.payload),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

const HEAD = ["  version", "made", "from", "messages", "reason", "by", "runes", "took", "cost"];

function versionCells(version: ContextVersion): string[] {
  const fallback = version.fallback === null ? "" : ` (${version.fallback})`;
  return [
    `  ${version.version}`,
    version.created_at,
    `${version.base_version}`,
    `${version.from_seq}-${version.to_seq}`,
    version.reason,
    `${version.model ?? version.method}${fallback}`,
    `${number.format(version.runes_before)} → ${number.format(version.runes_after)}`,
    `${number.format(version.duration_ms)} ms`,
    version.usage?.cost_usd === undefined ? "" : dollars.format(version.usage.cost_usd),
  ];
}

function progressLine({ progress }: SessionContext): string[] {
  if (!progress) return [];
  const what = progress.kind === "backlog" ? "Summarised so far" : "Summarised again by the model so far";
  const paused = progress.paused_until === null ? "" : ` The last try failed; the next is at ${progress.paused_until}.`;
  return [`${what}: up to message ${progress.done_seq} of ${progress.to_seq}.${paused}`];
}

function payloadLines(payload: SessionContext["payload"]): string[] {
  if (!payload) return [];
  const instructions = payload.instructions.map((content) => `── system\n${content}`);
  const messages = payload.messages.map(
    ({ role, content }) => `── ${role}\n${typeof content === "string" ? content : JSON.stringify(content, null, 2)}`,
  );
  return ["Payload:", ...instructions, ...messages];
}

/** Rows of equal columns. */
function table(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
