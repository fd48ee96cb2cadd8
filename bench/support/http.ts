/** Milliseconds from the call to the last byte of the answer. Throws unless it is a 200. */
export async function timedGet(url: string, headers: Record<string, string> = {}): Promise<number> {
  const started = performance.now();
  const response = await fetch(url, { headers, redirect: "error" });
  const body = await response.arrayBuffer();
  const taken = performance.now() - started;
  if (!response.ok)
    throw new Error(`${url} answered ${response.status}: ${Buffer.from(body).toString().slice(0, 300)}`);
  return taken;
}

/** One streamed answer: milliseconds from the call to each event with text in it, and to the end. */
export async function timedStream(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ firstByte: number; texts: number[]; text: string; end: number }> {
  const started = performance.now();
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  const texts: number[] = [];
  let firstByte = 0;
  let text = "";
  let rest = "";
  const decoder = new TextDecoder();
  for await (const bytes of response.body) {
    const at = performance.now() - started;
    firstByte ||= at;
    rest += decoder.decode(bytes, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const delta = /^data: .*"type":"text-delta".*"delta":("(?:[^"\\]|\\.)*")/.exec(line)?.[1];
      if (delta === undefined) continue;
      texts.push(at);
      text += JSON.parse(delta) as string;
    }
  }
  return { firstByte, texts, text, end: performance.now() - started };
}
