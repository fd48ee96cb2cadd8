/** Keyboards bend quotation marks on their own, and not everybody has the bent ones. */
const plain = (name: string) =>
  name.normalize("NFKC").replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"').replaceAll(/\s+/g, " ").trim();

/** Whether a person has typed this name, to confirm that they mean what it names. */
export const isTypedName = (typed: string, name: string): boolean => plain(typed) === plain(name);
