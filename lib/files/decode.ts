// Runs by itself in the process that reads files: it imports nothing of the house.

/** Bytes looked at to tell a text from other bytes. */
const SAMPLE = 64 * 1024;
/** Controls that stand in texts: tab, line feed, form feed, carriage return, escape. */
const USUAL = [9, 10, 12, 13, 27];

const decoded = (bytes: Uint8Array, encoding: string): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** The text that the bytes are, in UTF-8, UTF-16, GB 18030 (with GBK) or Windows-1252; null: they are no text. */
export function decodeText(bytes: Uint8Array): string | null {
  const text = withBom(bytes) ?? withoutBom(bytes);
  return text === null || hasControls(text) ? null : text;
}

function hasControls(text: string): boolean {
  const length = Math.min(text.length, SAMPLE);
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 32 && !USUAL.includes(unit)) return true;
  }
  return false;
}

function withBom(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoded(bytes, "utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decoded(bytes, "utf-16be");
  return null;
}

function withoutBom(bytes: Uint8Array): string | null {
  const zeros = zerosIn(bytes);
  // Every other byte of Latin text in UTF-16 is zero; no other encoding of a text has any.
  if (zeros.even + zeros.odd > 0) {
    if (bytes.length % 2 === 1) return null;
    return decoded(bytes, zeros.odd >= zeros.even ? "utf-16le" : "utf-16be");
  }
  return decoded(bytes, "utf-8") ?? decoded(bytes, "gb18030") ?? decoded(bytes, "windows-1252");
}

function zerosIn(bytes: Uint8Array): { even: number; odd: number } {
  const zeros = { even: 0, odd: 0 };
  const length = Math.min(bytes.length, SAMPLE);
  for (let i = 0; i < length; i++) if (bytes[i] === 0) zeros[i % 2 === 0 ? "even" : "odd"]++;
  return zeros;
}
