import { createReadStream } from "node:fs";
import { StartupError } from "@/lib/errors";

/** No message is longer, and a file that is no text at all must not fill the memory. */
const LONGEST_LINE = 64 * 1024 * 1024;

/**
 * The lines of a UTF-8 file (`-`: of standard input), one at a time. Only a line feed ends a line: text in a message
 * may hold every other separator.
 */
export async function* linesOf(path: string): AsyncGenerator<string> {
  const source = path === "-" ? process.stdin : createReadStream(path);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  let number = 1;
  const decode = (bytes?: Buffer) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch (error) {
      const sound = new TextDecoder().decode(bytes).split("\u{fffd}", 1)[0] ?? "";
      throw new StartupError(`line ${number + sound.split("\n").length - 1}: is not UTF-8 text`, { cause: error });
    }
  };
  try {
    for await (const chunk of source) {
      const pieces = (rest + decode(chunk)).split("\n");
      rest = pieces.pop() ?? "";
      for (const line of pieces) {
        yield line;
        number++;
      }
      if (rest.length > LONGEST_LINE) throw new StartupError(`line ${number}: is longer than any message can be`);
    }
    rest += decode();
  } catch (error) {
    throw readable(error, path);
  }
  if (rest !== "") yield rest;
}

function readable(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const { code } = error;
  if (code === "ENOENT") return new StartupError(`There is no file ${path}.`, { cause: error });
  if (code === "EISDIR" || code === "EACCES")
    return new StartupError(`The file ${path} cannot be read.`, { cause: error });
  return error;
}
