// Next bundles pages, actions, handlers and instrumentation apart, each with its own copy of a module's
// variables. What must exist once in a process is kept here, on globalThis.
const store = globalThis as typeof globalThis & { [key: symbol]: unknown };

/** A getter of the one value of that name in this process, made by `create` at the first call. */
export function processWide<T>(name: string, create: () => T): () => T {
  const key = Symbol.for(`cadau.${name}`);
  return () => {
    if (!(key in store)) store[key] = create();
    return store[key] as T;
  };
}
