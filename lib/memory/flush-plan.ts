/** A message of a range, as far as its archive goes. */
export type Unarchived = { id: string; seq: number };

/** The messages of one section. */
export type Batch = { fromSeq: number; toSeq: number; messageIds: string[] };

/**
 * The batches that a range is archived in: what no note holds yet, in order, at most `most` messages each. Pure.
 */
export function planFlush(messages: readonly Unarchived[], archived: ReadonlySet<string>, most: number): Batch[] {
  const batches: Batch[] = [];
  for (const { id, seq } of messages) {
    if (archived.has(id)) continue;
    const last = batches.at(-1);
    if (last && last.messageIds.length < most) {
      last.toSeq = seq;
      last.messageIds.push(id);
    } else batches.push({ fromSeq: seq, toSeq: seq, messageIds: [id] });
  }
  return batches;
}
