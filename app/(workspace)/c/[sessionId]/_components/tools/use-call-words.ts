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

/** What several calls have done, or were to do, each thing once; in general where they are many. */
export function useDeeds(): (calls: readonly { call: Call; state: CallState }[]) => string[] {
  const t = useTranslations("tools");
  const say = useCallWords();
  return (calls) => {
    const each = [...new Set(calls.map(({ call, state }) => say(call, state)))];
    if (each.length <= 3) return each;
    const general = calls.map(({ call, state }) => {
      const { deed, about } = deedOf(call);
      return t(`${state === "done" ? "done" : "wish"}.${deed}`, { has: "no", about: deed === "other" ? about : "" });
    });
    return [...new Set(general)];
  };
}
