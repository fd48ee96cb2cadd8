import { z } from "zod";
import { EXTRACTION_OPENING } from "@/lib/memory/extract/prompt";
import { type ChatRequest, lastUserText, textOfContent } from "./openai";
import { type Reply, type ReplyInput, replyOf } from "./reply";

const Data = z.object({
  entries: z.array(z.object({ id: z.string(), title: z.string(), body: z.string() })),
  messages: z.array(
    z.object({ id: z.string().optional(), person: z.string().optional(), assistant: z.string().optional() }),
  ),
});

/** A request for what is worth remembering, as the one who answers reads it. */
export type ExtractionRequest = z.infer<typeof Data> & { instructions: string; prompt: string };

/** The request as one for an extraction; null where it is another. */
export function extractionRequestOf(request: ChatRequest): ExtractionRequest | null {
  const instructions = textOfContent(request.messages.find(({ role }) => role === "system")?.content);
  if (!instructions.startsWith(EXTRACTION_OPENING)) return null;
  const prompt = lastUserText(request);
  return { ...Data.parse(JSON.parse(prompt.slice(0, prompt.lastIndexOf("\n\n")))), instructions, prompt };
}

type Answered = ReplyInput | undefined;
export type ExtractionScript = (request: ExtractionRequest, timesSeen: number) => Answered | Promise<Answered>;
export type Extractor = {
  /** Replies to such requests from now on; undefined: the plain answer; null forgets the script. */
  script(script: ExtractionScript | null): void;
};

/** One entry for each message in which a person begins with what they are, have, or like. */
export function plainExtraction({ messages }: ExtractionRequest): string {
  const operations = messages.flatMap(({ id, person }) => {
    const body = /^(?:I|My|我)[^\n.。!！?？]{3,200}[.。!！]/.exec(person ?? "")?.[0];
    if (id === undefined || body === undefined) return [];
    return [{ op: "add", title: body.slice(0, 60), body, kind: "fact", tags: [], message_ids: [id] }];
  });
  return JSON.stringify({ operations });
}

export function extractorDesk() {
  let script: ExtractionScript | null = null;
  let seen = 0;
  const extractor: Extractor = {
    script(next) {
      script = next;
      seen = 0;
    },
  };
  return {
    extractor,
    async choose(request: ExtractionRequest): Promise<Reply> {
      seen++;
      return replyOf((await script?.(request, seen)) ?? plainExtraction(request));
    },
  };
}
