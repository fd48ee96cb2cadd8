import { useTranslations } from "next-intl";
import type { Failure } from "@/app/_components/outcome";
import { failureSentence } from "@/app/_components/problem-sentence";
import { toast } from "@/app/_components/ui/toast";

/** Says what went wrong; null: no answer came at all. */
export function useFailed(): (outcome: Failure | null) => void {
  const t = useTranslations("problems");
  return (outcome) => {
    toast.error(outcome ? failureSentence(t, outcome) : t("unreachable"));
  };
}
