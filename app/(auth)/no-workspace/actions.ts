"use server";
import { redirect } from "next/navigation";
import { fieldOf } from "@/app/_components/form-fields";
import { currentPerson } from "@/lib/auth/actor";
import { endSession, rememberWorkspace } from "@/lib/auth/browser-session";
import { createWorkspace, WorkspaceName } from "@/lib/workspaces/workspaces";

export type NewWorkspaceState = { fault: "required" | "too_long" | null; name: string };

export async function create(_previous: NewWorkspaceState, form: FormData): Promise<NewWorkspaceState> {
  const person = await currentPerson();
  if (!person) redirect("/sign-in");
  const typed = fieldOf(form, "name");
  const name = WorkspaceName.safeParse(typed);
  if (!name.success) return { fault: typed.trim() === "" ? "required" : "too_long", name: typed };
  await rememberWorkspace(await createWorkspace(person, { name: name.data }));
  redirect("/");
}

export async function leave(): Promise<void> {
  await endSession();
  redirect("/sign-in");
}
