"use client";

import { Search, TextSearch } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { IconButton } from "@/app/_components/ui/icon-button";
import { tooltip } from "@/app/_components/ui/tooltip";
import { useShell } from "../shell-context";
import { paletteKey } from "./palette-key";

/** Says the keys that open the palette, and opens it; without a keyboard, an icon. */
export function PaletteButton({ className = "" }: { className?: string }) {
  const t = useTranslations("shell");
  const { openPalette } = useShell();
  const [keys, setKeys] = useState("");
  useEffect(() => setKeys(paletteKey()), []);
  return (
    <button
      type="button"
      aria-label={t("searchEverything")}
      aria-keyshortcuts="Control+K Meta+K"
      {...tooltip(t("searchEverything"))}
      onClick={openPalette}
      className={`touch-target inline-flex h-7 min-w-7 items-center justify-center rounded-md px-1.5 text-ink-muted text-xs transition-colors duration-100 hover:bg-ink/8 hover:text-ink ${className}`}
    >
      <TextSearch aria-hidden="true" size={16} className="pointer-fine:hidden" />
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus, and aria-keyshortcuts says the same */}
      <kbd aria-hidden="true" className="hidden font-sans md:pointer-fine:block">
        {keys}
      </kbd>
    </button>
  );
}

/** The way there while the sidebar is out of sight. */
export function PaletteIconButton() {
  const t = useTranslations("shell");
  const { openPalette } = useShell();
  return (
    <IconButton label={t("searchEverything")} onClick={openPalette}>
      <Search aria-hidden="true" size={17} />
    </IconButton>
  );
}
