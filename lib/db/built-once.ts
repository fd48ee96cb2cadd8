import type { Db } from "./client";

/**
 * A query that is built and prepared once a database instead of at every call: building one takes about as long as
 * running it. `shape` is what changes its text; what changes from call to call are its placeholders.
 */
export function builtOnce<S extends readonly (boolean | undefined)[], Q>(build: (db: Db, ...shape: S) => Q) {
  const known = new WeakMap<Db, Map<string, Q>>();
  return (db: Db, ...shape: S): Q => {
    const ofDb = known.get(db) ?? new Map<string, Q>();
    known.set(db, ofDb);
    const key = shape.join();
    const query = ofDb.get(key) ?? build(db, ...shape);
    ofDb.set(key, query);
    return query;
  };
}
