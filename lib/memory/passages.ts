const LONGEST = 1_200;

/** A note in passages that can each be found and shown: paragraphs, short ones together, long ones cut at a blank. */
export function passagesOf(text: string): string[] {
  const passages: string[] = [];
  let open = "";
  const close = () => {
    if (open.trim() !== "") passages.push(open.trim());
    open = "";
  };
  for (const paragraph of text.split(/\n\s*\n/)) {
    if (open !== "" && open.length + paragraph.length > LONGEST) close();
    open = open === "" ? paragraph : `${open}\n\n${paragraph}`;
    while (open.length > LONGEST) {
      const blank = open.lastIndexOf(" ", LONGEST);
      const end = blank > LONGEST / 2 ? blank : LONGEST - (isHighSurrogate(open, LONGEST - 1) ? 1 : 0);
      const rest = open.slice(end);
      open = open.slice(0, end);
      close();
      open = rest;
    }
  }
  close();
  return passages;
}

const isHighSurrogate = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xd800;
