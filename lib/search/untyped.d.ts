/** Snowball's English stemmer (Porter 2). */
declare module "wink-porter2-stemmer" {
  export default function stem(word: string): string;
}
/** Traditional characters and their simplified forms: `來 来|個 个|…`. */
declare module "opencc-js/dict/TSCharacters" {
  const pairs: string;
  export default pairs;
}
