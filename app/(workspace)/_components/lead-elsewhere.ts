import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { Actor } from "@/lib/auth/actor-type";
import { PATH_HEADER } from "@/lib/auth/next-path";
import { elsewhere, type Linked } from "@/lib/chat/elsewhere";

/** Where something is not found here but is theirs in another workspace, leads to the page that offers to go there. */
export async function leadElsewhere(actor: Actor, thing: Linked): Promise<void> {
  if (!(await elsewhere(actor, thing))) return;
  const path = `/${thing.kind === "session" ? "c" : "agents"}/${thing.id}`;
  const asked = (await headers()).get(PATH_HEADER);
  redirect(`/elsewhere?to=${encodeURIComponent(asked?.startsWith(path) ? asked : path)}`);
}
