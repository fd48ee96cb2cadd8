import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { currentActor, currentPerson } from "./actor";
import type { Actor } from "./actor-type";
import { PATH_HEADER, signInPath } from "./next-path";

/**
 * Who asked for this page. Somebody who is signed out is led to sign in, and back: to `path`, else to where the
 * document was asked for. A page that is also reached by a link inside the app gives its path.
 */
export async function pageActor(path?: string): Promise<Actor> {
  const actor = await currentActor();
  // Taken out of their last workspace, they are still who they are.
  if (!actor && (await currentPerson())) redirect("/no-workspace");
  return actor ?? redirect(signInPath(path ?? (await headers()).get(PATH_HEADER) ?? "/"));
}
