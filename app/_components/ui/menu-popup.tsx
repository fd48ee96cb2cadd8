"use client";

import clsx from "clsx";
import { Check } from "lucide-react";
import Link from "next/link";
import { Menu } from "radix-ui/internal";
import type { RefObject } from "react";
import type { MenuEntry, MenuItem, MenuProps } from "./menu";
import { menuIcons } from "./menu-icons";

const itemClass = clsx(
  "touch-target flex cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm leading-5 outline-none",
  "data-disabled:cursor-not-allowed data-disabled:opacity-45 [&_svg]:shrink-0",
);

/** The open part of a Menu; a chunk of its own. The anchor is the trigger, which React never replaces. */
export default function MenuPopup({
  anchor,
  labelledBy,
  open,
  onOpenChange,
  items,
  align,
  side,
  wide,
}: {
  anchor: RefObject<HTMLElement | null>;
  labelledBy: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  items: readonly MenuEntry[];
  align: NonNullable<MenuProps["align"]>;
  side: NonNullable<MenuProps["side"]>;
  wide: boolean;
}) {
  return (
    <Menu.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Menu.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Menu.Portal>
        <Menu.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          loop
          aria-labelledby={labelledBy}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // What an item opened (a dialog, a field in place) may hold the focus by now.
            if (document.activeElement === document.body) anchor.current?.focus({ preventScroll: true });
          }}
          onInteractOutside={(event) => {
            // A press on the trigger closes by the trigger's own click; closing here too would open it again.
            if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault();
          }}
          className={clsx(
            "z-60 max-h-(--radix-popper-available-height) max-w-72 animate-enter overflow-y-auto rounded-xl bg-raised p-1.5 text-ink shadow-raised outline-none",
            wide ? "min-w-(--radix-popper-anchor-width)" : "min-w-44",
          )}
        >
          {items.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a menu's entries keep their places while it is open
            <Entry key={index} entry={entry} />
          ))}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry.type === "separator") return <Menu.Separator className="mx-1 my-1.5 h-px bg-line" />;
  if (entry.type === "heading") {
    return <Menu.Label className="px-2.5 pt-1.5 pb-1 font-medium text-ink-faint text-xs">{entry.label}</Menu.Label>;
  }
  const { checked, disabled, onSelect, href, danger } = entry;
  const props = {
    ...(disabled && { disabled }),
    ...(onSelect && { onSelect }),
    className: clsx(itemClass, danger ? "text-danger data-highlighted:bg-danger-soft" : "data-highlighted:bg-ink/6"),
  };
  if (checked !== undefined) {
    return (
      <Menu.CheckboxItem {...props} role="menuitemradio" checked={checked}>
        <ItemContent item={entry} />
      </Menu.CheckboxItem>
    );
  }
  return href ? (
    <Menu.Item {...props} asChild>
      <Link href={href}>
        <ItemContent item={entry} />
      </Link>
    </Menu.Item>
  ) : (
    <Menu.Item {...props}>
      <ItemContent item={entry} />
    </Menu.Item>
  );
}

function ItemContent({ item }: { item: MenuItem }) {
  return (
    <>
      {item.icon && <span className={item.danger ? "" : "text-ink-muted"}>{iconOf(item.icon)}</span>}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{item.label}</span>
        {item.hint && <span className="block truncate text-ink-muted text-xs">{item.hint}</span>}
      </span>
      {item.shortcut && <kbd className="pl-4 font-sans text-ink-faint text-xs">{item.shortcut}</kbd>}
      {item.checked !== undefined && (
        <Check aria-hidden="true" size={16} className={item.checked ? "text-accent" : "invisible"} />
      )}
    </>
  );
}

function iconOf(icon: NonNullable<MenuItem["icon"]>) {
  if (typeof icon !== "string") return icon;
  const Icon = menuIcons[icon];
  return <Icon aria-hidden="true" size={16} />;
}
