/** Markup that would stand in the way of the words: what is left is what a reader sees, roughly. */
export function readable(text: string): string {
  return text
    .replace(/!?\[([^[\]\n]{0,500})\]\([^()\s]{0,2000}\)/g, "$1")
    .replace(/^[ \t]*(?:>[ \t]?)+/gm, "")
    .replace(/^[ \t]*(?:#{1,6}|[-*+])[ \t]+/gm, "")
    .replace(/^[ \t]*(?:`{3,}|~{3,}).*$/gm, "")
    .replace(/(\*\*|__)(?=\S)([^*_\n]+)\1/g, "$2")
    .replace(/`([^`\n]+)`/g, "$1");
}
