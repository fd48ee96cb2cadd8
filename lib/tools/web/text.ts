import { storableText } from "@/lib/text";
import { ToolFailure } from "@/lib/tools/tool";
import type { Fetched } from "./fetch";
import { type Readable, readable } from "./readable";

const HTML = /^(?:text\/html|application\/xhtml\+xml)$/;
const PLAIN =
  /^text\/|^application\/(?:json|xml|yaml|x-yaml|toml|javascript|x-ndjson|rss\+xml|atom\+xml)$|\+(?:json|xml)$/;

/** What can be read of what was fetched. Throws for what is no text. */
export function textOf({ url, contentType, bytes }: Fetched): Readable {
  const [type = "", ...parameters] = contentType.toLowerCase().split(";");
  const kind = type.trim();
  const isHtml = HTML.test(kind);
  if (!isHtml && kind !== "" && !PLAIN.test(kind)) throw noText(kind);
  if (bytes.subarray(0, 4_096).includes(0)) throw noText(kind || "data of no stated kind");
  const charset = parameters.map((each) => /^\s*charset\s*=\s*["']?([\w.:-]+)/.exec(each)?.[1]).find(Boolean);
  const text = decoded(bytes, charset ?? (isHtml ? charsetIn(bytes) : undefined));
  return isHtml ? readable(text, url) : { title: "", text: text.replace(/\r\n?/g, "\n") };
}

const noText = (kind: string) =>
  new ToolFailure("unsupported", `It is ${kind}. Only web pages and plain text (Markdown, JSON, XML …) can be read.`);

/** As a page names it itself, in its first bytes. */
const charsetIn = (bytes: Buffer): string | undefined =>
  /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(bytes.subarray(0, 4_096).toString("latin1"))?.[1];

function decoded(bytes: Buffer, charset = "utf-8"): string {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(charset);
  } catch {
    decoder = new TextDecoder("utf-8");
  }
  return storableText(decoder.decode(bytes));
}
