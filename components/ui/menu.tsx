import type { LucideIcon } from "lucide-react";
import type { CSSProperties, KeyboardEvent, ReactNode } from "react";
import { AnchoredPopover } from "./floating/anchored-popover";

interface MenuProps {
  label: string;
  anchor: CSSProperties;
  /** Unmounts it. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * The menu is open while it is mounted. Arrows, Home and End go from item to item, and a letter to the next item that
 * begins with it.
 */
export function Menu({ label, anchor, onClose, children }: MenuProps) {
  return (
    <AnchoredPopover
      role="menu"
      aria-label={label}
      anchor={anchor}
      placement="bottom-start"
      className="min-w-48 text-12"
      onClose={onClose}
      onKeyDown={onKeyDown}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest("[role=menuitem]") !== null) onClose();
      }}
    >
      {children}
    </AnchoredPopover>
  );
}

function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=menuitem]:enabled")];
  const at = items.findIndex((item) => item.matches(":focus"));
  const moves = new Map([
    ["ArrowDown", items[at + 1]],
    ["ArrowUp", items[at - 1]],
    ["Home", items[0]],
    ["End", items.at(-1)],
    ["Tab", undefined],
  ]);
  const isLetter = key.length === 1 && key !== " ";
  if (!isLetter && !moves.has(key)) return;
  // Neither the keys of the page nor the tab order apply within a menu.
  event.preventDefault();
  const named = ({ textContent }: HTMLElement) => textContent.toLowerCase().startsWith(key.toLowerCase());
  (isLetter ? [...items.slice(at + 1), ...items].find(named) : moves.get(key))?.focus();
}

interface ItemProps {
  icon: LucideIcon;
  disabled?: boolean;
  onSelect: () => void;
  children: string;
}

export function MenuItem({ icon: Icon, disabled = false, onSelect, children }: ItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      disabled={disabled}
      onClick={onSelect}
      onPointerMove={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
      className="flex h-7 w-full cursor-pointer items-center gap-2 rounded-2 px-2 outline-none focus:bg-surface-hover disabled:cursor-default disabled:text-text-disabled"
    >
      <Icon size={14} aria-hidden="true" className="text-text-2" />
      {children}
    </button>
  );
}

export function MenuSeparator() {
  return <hr className="my-1 h-px border-0 bg-line" />;
}
