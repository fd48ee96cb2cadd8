"use client";

import { useTranslations } from "next-intl";
import { preloadInspector } from "../inspector/load";

/** Where the summary ends and the model sees the messages word by word. */
export function VerbatimLine({ onInspect }: { onInspect: () => void }) {
  const t = useTranslations("conversation");
  return (
    <div data-verbatim-line className="flex items-center gap-4 py-4 text-ink-faint text-xs">
      <span aria-hidden="true" className="h-px flex-1 bg-line" />
      <p className="max-w-[85%] text-balance text-center">
        {t("verbatimLine")}{" "}
        <button
          type="button"
          className="touch-target rounded font-medium text-accent underline-offset-3 hover:underline"
          onPointerEnter={preloadInspector}
          onFocus={preloadInspector}
          onClick={onInspect}
        >
          {t("verbatimOpen")}
        </button>
      </p>
      <span aria-hidden="true" className="h-px flex-1 bg-line" />
    </div>
  );
}
