"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/app/_components/api-client";
import { Spinner } from "@/app/_components/ui/spinner";
import type { Message } from "@/lib/http/contract/messages";
import { partsOf } from "../message/message-text";
import { isCall } from "./call";
import { isLong, isShortened, readable } from "./readable";

type Props = {
  label: string;
  text: string;
  member: "input" | "output";
  /** Where the whole of it is, if this may be its beginning only. */
  whole: { messageId: string; callId: string } | null;
};

/** The first lines of a text, and all of it in a box that scrolls, fetched where the page has only its beginning. */
export function FoldedText({ label, text, member, whole }: Props) {
  const t = useTranslations("tools");
  const [unfolded, setUnfolded] = useState(false);
  const cut = whole !== null && isShortened(text);
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ["whole-message", whole?.messageId],
    queryFn: ({ signal }) => api.get<Message>(`/chat/messages/${whole?.messageId}`, undefined, { signal }),
    enabled: unfolded && cut,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const call = data && partsOf(data).find((part) => isCall(part) && part.toolCallId === whole?.callId);
  const value = call && member in call ? Object.entries(call).find(([name]) => name === member)?.[1] : undefined;
  const shown = unfolded && value !== undefined ? readable(value).text || text : text;
  const long = cut || isLong(text);
  return (
    <div className="mt-1">
      <section
        aria-label={label}
        {...(unfolded && { tabIndex: 0 })}
        className={
          unfolded
            ? "scroll-quiet max-h-96 overflow-y-auto overscroll-contain rounded-md bg-ink/4 px-2.5 py-2"
            : long
              ? "max-h-60 overflow-hidden rounded-md bg-ink/4 px-2.5 py-2 [mask-image:linear-gradient(to_bottom,black_12rem,transparent)]"
              : "rounded-md bg-ink/4 px-2.5 py-2"
        }
      >
        <pre dir="auto" className="wrap-anywhere whitespace-pre-wrap font-mono text-xs leading-5">
          {shown}
        </pre>
      </section>
      {long && (
        <p className="mt-1 flex items-center gap-2 text-xs" aria-live="polite">
          <button
            type="button"
            className="touch-target rounded font-medium text-accent"
            onClick={() => (isError ? void refetch() : setUnfolded(!unfolded))}
          >
            {unfolded && !isError ? t("showLess") : t("showAll")}
          </button>
          {isFetching && <Spinner size={13} className="text-ink-faint" />}
          {isError && !isFetching && <span className="text-danger">{t("allFailed")}</span>}
        </p>
      )}
    </div>
  );
}
