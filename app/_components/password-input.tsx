"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { IconButton } from "./ui/icon-button";
import { Input } from "./ui/input";

/** A password that can be looked at while it is typed. */
export function PasswordInput({
  showLabel,
  hideLabel,
  ...rest
}: Omit<ComponentProps<"input">, "type" | "className"> & { showLabel: string; hideLabel: string }) {
  const [shown, setShown] = useState(false);
  return (
    <span className="relative block">
      <Input {...rest} type={shown ? "text" : "password"} spellCheck={false} autoCapitalize="none" className="pr-11" />
      <IconButton
        size="sm"
        label={shown ? hideLabel : showLabel}
        aria-pressed={shown}
        className="absolute top-1/2 right-1 -translate-y-1/2"
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff size={16} aria-hidden="true" /> : <Eye size={16} aria-hidden="true" />}
      </IconButton>
    </span>
  );
}
