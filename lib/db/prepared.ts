import type { Sql, TransactionSql } from "postgres";

/** Longer ones are many-row inserts, whose text differs with the number of rows: kept, they would only fill the server's memory. */
const MAX_TEXT = 4_000;

/**
 * The same client with its statements prepared: parsed once a connection, and one round trip a call instead of two.
 * Drizzle asks for that only where each query is given a name by hand. Not for connections through a transaction
 * pooler, which hands every transaction to another server connection.
 */
export function preparing<T extends Sql | TransactionSql>(client: T): T {
  const own: Record<string | symbol, unknown> = {
    unsafe: (text: string, args: Parameters<Sql["unsafe"]>[1] = []) =>
      client.unsafe(text, args, { prepare: args.length > 0 && text.length <= MAX_TEXT }),
  };
  // Drizzle's transactions are these two, called with nothing but the body.
  if ("begin" in client) {
    own.begin = (body: (tx: TransactionSql) => Promise<unknown>) => client.begin((tx) => body(preparing(tx)));
  }
  if ("savepoint" in client) {
    own.savepoint = (body: (tx: TransactionSql) => Promise<unknown>) => client.savepoint((tx) => body(preparing(tx)));
  }
  return new Proxy(client, { get: (target, key) => own[key] ?? Reflect.get(target, key) });
}
