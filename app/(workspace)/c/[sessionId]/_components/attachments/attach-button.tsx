"use client";

import { Paperclip } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { IconButton } from "@/app/_components/ui/icon-button";

/** Chooses files from the person's machine. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const t = useTranslations("conversation.files");
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={t("attach")} className="rounded-full" onClick={() => input.current?.click()}>
        <Paperclip aria-hidden="true" size={18} />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-testid="attach-input"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file can be chosen again after it was left out.
          currentTarget.value = "";
        }}
      />
    </>
  );
}
