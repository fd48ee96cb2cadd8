import { useTranslations } from "next-intl";
import { type Call, type CallState, deedOf } from "./call";

/** A call in a sentence: what goes on, what was done, or what was to be done and was not. */
export function useCallWords(): (call: Call, state: CallState) => string {
  const t = useTranslations("tools");
  return (call, state) => {
    const { deed, about } = deedOf(call);
    const tense = state === "done" ? "done" : state === "running" || state === "preparing" ? "doing" : "wish";
    return t(`${tense}.${deed}`, { has: about === "" ? "no" : "yes", about });
  };
}
