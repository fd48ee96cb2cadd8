"use client";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";

export function CopyButton({ text, copy, copied }: { text: string; copy: string; copied: string }) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 1_500);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <button
      type="button"
      onClick={() => navigator.clipboard.writeText(text).then(() => setDone(true))}
      className="touch-target inline-flex items-center gap-1.5 rounded-control px-2 py-1 hover:bg-ink/6 hover:text-ink"
    >
      {done ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
      <span aria-live="polite">{done ? copied : copy}</span>
    </button>
  );
}
