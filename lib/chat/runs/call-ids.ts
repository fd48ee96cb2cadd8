/**
 * Ids of calls that are unique within a message: some models count theirs anew at each step, and a result must find its
 * own call.
 */
export class CallIds {
  readonly #used = new Set<string>();

  /** For one step: the id of a call as this message has it, the same each time it is asked. */
  step(): (id: string) => string {
    const given = new Map<string, string>();
    return (id) => {
      const known = given.get(id);
      if (known !== undefined) return known;
      let own = id;
      for (let n = 2; this.#used.has(own); n++) own = `${id}_${n}`;
      this.#used.add(own);
      given.set(id, own);
      return own;
    };
  }
}
