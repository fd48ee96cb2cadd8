// Models write formulas as TeX does, \( … \) and \[ … \]; Markdown only knows dollars. The replacements are as long as
// what they replace, so that positions in the parsed text are positions in the text as it was written.

const CODE_OR_MATHS =
  /(^|\n)([ \t]*)(`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?(?:\n[ \t]*\3[`~]*[ \t]*(?=\n|$)|$)|$)|(`+)(?!`)[\s\S]*?[^`]\4(?!`)|\\\\|\\\(([^\n]+?)\\\)|\\\[([\s\S]+?)\\\]/g;

/** The text with TeX's delimiters as dollars, except in code and where the backslash is itself escaped. */
export function withDollarMaths(text: string): string {
  if (!text.includes("\\(") && !text.includes("\\[")) return text;
  return text.replace(CODE_OR_MATHS, (whole, ...groups: (string | undefined)[]) => {
    const [, , , , inline, display] = groups;
    const formula = inline ?? display;
    return formula === undefined ? whole : `$$${formula}$$`;
  });
}

/**
 * Whether `$…$` is a formula and not two prices: no space inside the dollars, and no digit after the closing one, as
 * Pandoc has it.
 */
export function isSingleDollarFormula(source: string, following: string): boolean {
  if (source.startsWith("$$")) return true;
  return /^\$\S(?:[\s\S]*\S)?\$$/.test(source) && !/^\d/.test(following);
}
