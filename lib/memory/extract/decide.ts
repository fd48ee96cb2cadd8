import { fingerprintOf, hashesOf, similarity } from "@/lib/memory/fingerprint";
import { holdsSecret } from "@/lib/memory/secrets";
import type { Candidate } from "./candidate";
import { type Relation, relationOf, type Statement, statementOf } from "./compare";
import { LONGEST_BODY, LONGEST_TITLE, type Operation } from "./operations";

/** An entry that stands, or one whose place another took. */
export type Existing = { id: string; body: string; messageIds: readonly string[]; supersededBy: string | null };
export type Tombstone = { fingerprint: string; terms: readonly string[] };
export type Limits = { /** Of one batch. */ max: number };

type Weighed = { candidate: Candidate; statement: Statement; order: number };

/** From here on a statement is the one that was forgotten. */
const FORGOTTEN = 0.75;

/**
 * What becomes of what was found in a batch. The most worth keeping come first, at most `max`; nothing that was
 * forgotten comes back, no secret is kept, and the same batch again changes nothing.
 */
export function decide(
  candidates: readonly Candidate[],
  existing: readonly Existing[],
  tombstones: readonly Tombstone[],
  { max }: Limits,
): Operation[] {
  const weighed = candidates
    .map((candidate, order) => ({ candidate, statement: statementOf(candidate.body), order }))
    .filter(({ candidate, statement }) => isKept(candidate, statement, tombstones));
  const best = distinct(weighed)
    .sort((a, b) => b.candidate.score - a.candidate.score || a.order - b.order)
    .slice(0, max)
    .sort((a, b) => a.order - b.order);
  const known = existing.map((entry) => ({ entry, statement: statementOf(entry.body) }));
  const used = new Set<string>();
  return best.map(({ candidate, statement }) => {
    const found = nearest(statement, candidate.messageIds, known);
    // Two of one batch never change one entry: the second stands for itself.
    if (!found || (found.relation !== "same" && used.has(found.entry.id)))
      return { op: "add", ...contentOf(candidate) };
    if (found.relation === "same") return { op: "nothing", id: found.entry.id, message_ids: sourcesOf(candidate) };
    used.add(found.entry.id);
    return { op: found.relation === "more" ? "update" : "supersede", id: found.entry.id, ...contentOf(candidate) };
  });
}

/**
 * What a model decided, held to the same rules: no secret, nothing forgotten, nothing that an entry says already, no
 * entry changed twice, none that does not stand, at most `max`.
 */
export function screened(
  operations: readonly Operation[],
  existing: readonly Existing[],
  tombstones: readonly Tombstone[],
  { max }: Limits,
): Operation[] {
  const known = existing.map((entry) => ({ entry, statement: statementOf(entry.body) }));
  const standing = new Set(existing.filter(({ supersededBy }) => supersededBy === null).map(({ id }) => id));
  const added: Statement[] = [];
  const kept: Operation[] = [];
  for (const operation of operations) {
    if (kept.length >= max) break;
    if (operation.op !== "add" && !standing.has(operation.id)) continue;
    if (operation.op === "nothing") {
      kept.push(operation);
      continue;
    }
    const statement = statementOf(operation.body);
    if (!isKept(operation, statement, tombstones)) continue;
    if (added.some((one) => relationOf(statement, one) === "same")) continue;
    const { message_ids } = operation;
    const found = nearest(statement, message_ids, known);
    if (found?.relation === "same") {
      kept.push({ op: "nothing", id: found.entry.id, message_ids });
      continue;
    }
    if (operation.op !== "add") standing.delete(operation.id);
    added.push(statement);
    kept.push(operation);
  }
  return kept;
}

function isKept(
  { title, body }: Pick<Candidate, "title" | "body">,
  { terms }: Statement,
  tombstones: readonly Tombstone[],
): boolean {
  if (holdsSecret(`${title}\n${body}`) || title.length > LONGEST_TITLE || body.length > LONGEST_BODY) return false;
  if (tombstones.length === 0) return true;
  const [fingerprint, hashes] = [fingerprintOf(body), hashesOf(terms)];
  return !tombstones.some((one) => one.fingerprint === fingerprint || similarity(hashes, one.terms) >= FORGOTTEN);
}

/** Each fact of a batch once: of what is said twice the fuller, of two values of one thing the later. */
function distinct(weighed: readonly Weighed[]): Weighed[] {
  let kept: Weighed[] = [];
  for (const fresh of weighed) {
    const relations = kept.map(({ statement }) => relationOf(fresh.statement, statement));
    const same = kept[relations.indexOf("same")];
    if (same) {
      kept = kept.map((one) => (one === same ? withSources(same, [fresh]) : one));
      continue;
    }
    const less = kept.filter((_, i) => relations[i] === "more");
    kept = [...kept.filter((_, i) => relations[i] === "other"), withSources(fresh, less)];
  }
  return kept;
}

function withSources(one: Weighed, others: readonly Weighed[]): Weighed {
  const messageIds = new Set([...others, one].flatMap(({ candidate }) => candidate.messageIds));
  return { ...one, candidate: { ...one.candidate, messageIds: [...messageIds].sort() } };
}

const STRENGTH: Record<Relation, number> = { same: 3, instead: 2, more: 1, other: 0 };

/** The entry that a statement has most to do with. */
function nearest(
  statement: Statement,
  messageIds: readonly string[],
  known: readonly { entry: Existing; statement: Statement }[],
): { entry: Existing; relation: Relation } | null {
  let best: { entry: Existing; relation: Relation } | null = null;
  for (const { entry, statement: standing } of known) {
    let relation = relationOf(statement, standing);
    // What no longer holds is no hindrance to say it anew, but its own messages do not bring it back.
    const isSource = messageIds.every((id) => entry.messageIds.includes(id));
    if (entry.supersededBy !== null && !(relation === "same" && isSource)) relation = "other";
    if (relation !== "other" && STRENGTH[relation] > (best ? STRENGTH[best.relation] : 0)) best = { entry, relation };
  }
  return best;
}

const sourcesOf = ({ messageIds }: Candidate) => messageIds.slice(0, 20);

function contentOf(candidate: Candidate) {
  const { title, body, kind, tags } = candidate;
  return { title, body, kind, tags: tags.slice(0, 8), message_ids: sourcesOf(candidate) };
}
