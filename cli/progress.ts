const EVERY_MS = 1_000;

/** Reports how far something is, on stderr: in place on a terminal, else a line now and then. */
export function progress(noun: string): { at(count: number): void; done(count: number): void } {
  const started = Date.now();
  let reported = started;
  const write = (count: number, end: string) => {
    const seconds = (Date.now() - started) / 1_000;
    const place = process.stderr.isTTY ? "\r" : "";
    process.stderr.write(`${place}${count.toLocaleString("en")} ${noun} (${seconds.toFixed(1)} s)${end}`);
  };
  return {
    at(count) {
      if (Date.now() - reported < EVERY_MS) return;
      reported = Date.now();
      write(count, process.stderr.isTTY ? "" : "\n");
    },
    done: (count) => write(count, "\n"),
  };
}
