/** Renders rows of one height, in a scrolled box where they are many. Arrow keys, Home and End go from row to row. */
import type { KeyboardEvent, ReactNode, RefObject } from "react";

export interface RowsProps<Item> {
  items: readonly Item[];
  getKey(item: Item): string;
  /** Rows without a control are skipped. */
  stops?(item: Item): boolean;
  render(item: Item): ReactNode;
  touch: boolean;
  /** Boxes need none: the facet groups them. */
  role?: "radiogroup" | "tree" | undefined;
  label: string;
}

export const HEIGHT = { mouse: 24, touch: 44 } as const;
/** More rows than this are scrolled in a box. */
export const UNBOXED = 24;
export const IN_SIGHT = 12;

interface RowListProps<Item> extends RowsProps<Item> {
  box: RefObject<HTMLDivElement | null>;
  /** Only the rows with these indexes are in the page. */
  shown: readonly number[];
  /** Brings a row into the window; absent where all rows are in the page. */
  scrollTo?: (index: number) => void;
}

export function RowList<Item>({ items, getKey, stops = () => true, render, touch, ...props }: RowListProps<Item>) {
  const { role, label, box, shown, scrollTo } = props;
  const height = HEIGHT[touch ? "touch" : "mouse"];
  const boxed = items.length > UNBOXED;

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const steps: Readonly<Record<string, [from: number, by: 1 | -1]>> = {
      ArrowDown: [rowIndex(event.target) + 1, 1],
      ArrowUp: [rowIndex(event.target) - 1, -1],
      Home: [0, 1],
      End: [items.length - 1, -1],
    };
    const step = steps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    let [index] = step;
    for (let item = items[index]; item !== undefined && !stops(item); item = items[index]) index += step[1];
    if (items[index] === undefined) return;
    scrollTo?.(index);
    const focus = () => box.current?.querySelector<HTMLElement>(`[data-row="${index}"] [data-stop]`)?.focus();
    focus();
    // A row far away is in the page only after the window has moved.
    if (scrollTo !== undefined) requestAnimationFrame(() => requestAnimationFrame(focus));
  }

  const rows = shown.map((index) => {
    const item = items[index];
    if (item === undefined) return null;
    const style = boxed ? { position: "absolute" as const, insetInline: 8, top: index * height } : undefined;
    return (
      <div key={getKey(item)} data-row={index} role="presentation" style={{ height, ...style }}>
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
      className={boxed ? "-mx-2 overflow-y-auto overscroll-contain" : undefined}
      style={boxed ? { maxHeight: IN_SIGHT * height } : undefined}
    >
      {boxed ? (
        <div role="presentation" className="relative" style={{ height: items.length * height }}>
          {rows}
        </div>
      ) : (
        rows
      )}
    </div>
  );
}

function rowIndex(target: EventTarget): number {
  const row = target instanceof Element ? target.closest("[data-row]") : null;
  return Number(row?.getAttribute("data-row") ?? -1);
}
