import { awaitAnswer } from "@/lib/chat/runs/answer";
import { followSent } from "@/lib/chat/runs/follow";
import { startSend } from "@/lib/chat/runs/send";
import { send } from "@/lib/http/contract/runs";
import { endpoint, otherMethods } from "@/lib/http/endpoint";
import { eventStream } from "@/lib/http/sse";

export const POST = endpoint(send, async ({ actor, body: { stream, ...input }, signal }) => {
  const sent = await startSend(actor, input);
  if (!stream) return await awaitAnswer(actor, sent, signal);
  return await eventStream(async (gone) => followSent(actor, sent.run, gone));
});
export const { GET, PUT, PATCH, DELETE } = otherMethods("POST");
