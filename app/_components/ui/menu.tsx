"use client";

import {
  cloneElement,
  type HTMLAttributes,
  lazy,
  type ReactElement,
  type ReactNode,
  type Ref,
  Suspense,
  useId,
  useRef,
  useState,
} from "react";
import { surely } from "../surely";
import type { MenuIconName } from "./menu-icons";

export type MenuItem = {
  type?: "item";
  label: ReactNode;
  icon?: MenuIconName | ReactElement;
  onSelect?: () => void;
  /** Leads somewhere instead of doing something. */
  href?: string;
  danger?: boolean;
  disabled?: boolean;
  /** One of several choices: shows a mark while true. */
  checked?: boolean;
  /** Small words below the label. */
  hint?: ReactNode;
  /** Keys that do the same, such as ⌘⇧O. */
  shortcut?: string;
};
export type MenuEntry = MenuItem | { type: "separator" } | { type: "heading"; label: ReactNode };

export type MenuProps = {
  /** The button that opens it. It is rendered at once; the menu itself is loaded when a pointer or the focus comes near. */
  trigger: ReactElement<HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }>;
  items: readonly MenuEntry[];
  align?: "start" | "center" | "end";
  side?: "top" | "right" | "bottom" | "left";
  /** As wide as its trigger at least. */
  wide?: boolean;
  onOpenChange?: (open: boolean) => void;
};

const MenuPopup = lazy(surely(() => import("./menu-popup")));

export function Menu({ trigger, items, align = "start", side = "bottom", wide = false, onOpenChange }: MenuProps) {
  const anchor = useRef<HTMLElement>(null);
  const id = useId();
  const [near, setNear] = useState(false);
  const [open, setOpen] = useState(false);

  const approach = () => setNear(true);
  const change = (next: boolean) => {
    setNear(true);
    setOpen(next);
    onOpenChange?.(next);
  };

  return (
    <>
      {cloneElement(trigger, {
        ref: anchor,
        id,
        "aria-haspopup": "menu",
        "aria-expanded": open,
        onPointerEnter: approach,
        onFocus: approach,
        onClick: () => change(!open),
        onKeyDown: (event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          change(true);
        },
      })}
      {near && (
        <Suspense fallback={null}>
          <MenuPopup
            anchor={anchor}
            labelledBy={id}
            open={open}
            onOpenChange={change}
            items={items}
            align={align}
            side={side}
            wide={wide}
          />
        </Suspense>
      )}
    </>
  );
}
