"use client";
/**
 * Rows of one height. Many of them get a window of their own in which only those in sight are in the page, so that
 * narrowing a list of hundreds stays within a frame. Arrow keys, Home and End go from row to row.
 */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useRef } from "react";

interface RowsProps<Item> {
  items: readonly Item[];
  keyOf(item: Item): string;
  /** Rows without a control are stepped over. */
  stops?(item: Item): boolean;
  render(item: Item): ReactNode;
  touch: boolean;
  /** Boxes need none: the facet groups them. */
  role?: "radiogroup" | "tree" | undefined;
  label: string;
}

const HEIGHT = { mouse: 24, touch: 44 } as const;
/** More rows than this get a window. */
const UNWINDOWED = 24;
const IN_SIGHT = 12;

export function Rows<Item>({ items, keyOf, stops = () => true, render, touch, role, label }: RowsProps<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const height = HEIGHT[touch ? "touch" : "mouse"];
  const windowed = items.length > UNWINDOWED;
  const virtualizer = useVirtualizer({
    count: windowed ? items.length : 0,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 6,
    initialRect: { width: 0, height: IN_SIGHT * height },
  });
  const shown = windowed ? virtualizer.getVirtualItems().map(({ index }) => index) : items.map((_, index) => index);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const steps: Readonly<Record<string, [from: number, by: 1 | -1]>> = {
      ArrowDown: [rowOf(event.target) + 1, 1],
      ArrowUp: [rowOf(event.target) - 1, -1],
      Home: [0, 1],
      End: [items.length - 1, -1],
    };
    const step = steps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    let [index] = step;
    for (let item = items[index]; item !== undefined && !stops(item); item = items[index]) index += step[1];
    if (items[index] === undefined) return;
    if (windowed) virtualizer.scrollToIndex(index);
    const focus = () => box.current?.querySelector<HTMLElement>(`[data-row="${index}"] [data-stop]`)?.focus();
    focus();
    // A row far away is in the page only after the window has moved.
    if (windowed) requestAnimationFrame(() => requestAnimationFrame(focus));
  }

  const rows = shown.map((index) => {
    const item = items[index];
    if (item === undefined) return null;
    const style = windowed ? { position: "absolute" as const, insetInline: 8, top: index * height } : undefined;
    return (
      <div key={keyOf(item)} data-row={index} role="presentation" style={{ height, ...style }}>
        {render(item)}
      </div>
    );
  });
  return (
    // biome-ignore lint/a11y: the role is given by the caller, always one that takes a label and keys
    <div
      ref={box}
      role={role}
      aria-label={role && label}
      onKeyDown={onKeyDown}
      className={windowed ? "-mx-2 overflow-y-auto overscroll-contain" : undefined}
      style={windowed ? { maxHeight: IN_SIGHT * height } : undefined}
    >
      {windowed ? (
        <div role="presentation" className="relative" style={{ height: items.length * height }}>
          {rows}
        </div>
      ) : (
        rows
      )}
    </div>
  );
}

function rowOf(target: EventTarget): number {
  const row = target instanceof Element ? target.closest("[data-row]") : null;
  return Number(row?.getAttribute("data-row") ?? -1);
}
