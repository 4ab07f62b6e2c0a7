/**
 * Keeps the cursor of a table: the row from which keys move, open, select and star, and the effect of a press on a
 * row.
 */
import {
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { TableItem, TableRow } from "./columns/columns";
import { rowKeys } from "./row-models";
import { HEADER, ROW_HEIGHTS } from "./window/row-height";

export interface DataTableHandle {
  /** Moves the cursor by that many rows and puts the focus on it; the first move goes to the first row. */
  move: (by: number) => void;
  /** Moves the cursor to a line and puts the focus on it. */
  goTo: (index: number) => void;
  /** Puts the focus on the cursor's row without scrolling. */
  focus: () => void;
  select: () => void;
  /** Toggles the star of the cursor's row. */
  mark: () => void;
}

export interface CursorProps<Row extends TableRow> {
  ref?: Ref<DataTableHandle>;
  /** The items are the loaded rows in their order, and the lines above groups of them. */
  items: readonly TableItem<Row>[];
  /** The first item is on this line of the table, which has so many. */
  first: number;
  count: number;
  onToggleGroup: (id: string) => void;
  rowHeight: number;
  /**
   * The view identifies the list: another view begins at its first row, and going back restores its scroll position.
   */
  view: string;
  open: string | undefined;
  onOpen: (row: Row) => void;
  /** A key has moved the cursor. */
  onCursor: (row: Row) => void;
  selected: ReadonlySet<string>;
  onSelect: (keys: readonly string[], selected: boolean) => void;
  /** A press anywhere on a row selects it. */
  selectsByTap: boolean;
  marked: (row: Row) => boolean | undefined;
  onMark: (row: Row) => void;
}

/**
 * A press this close to the right edge of a cell that stars its row means the star, where there is a pointer to show
 * it.
 */
const STAR = 28;

/** @param factor one px of scrolling moves the rows by this many */
export function useCursor<Row extends TableRow>(
  props: CursorProps<Row>,
  scroller: RefObject<HTMLElement | null>,
  factor: number,
) {
  const { view, items, first, count, rowHeight, open, onOpen, onCursor, onSelect, selected } = props;
  const [stepped, setStepped] = useState<{ readonly view: string; readonly index: number }>();
  const moved = stepped?.view === view ? stepped.index : undefined;
  const setMoved = (index: number) => setStepped({ view, index });
  const anchor = useRef<string>(undefined);
  const awaited = useRef<number>(undefined);
  const last = count - 1;
  const itemAt = (index: number) => items[index - first];
  const opened = useMemo(() => {
    const index = open === undefined ? -1 : items.findIndex(({ id }) => id === open);
    return index < 0 ? -1 : first + index;
  }, [first, items, open]);
  const cursor = Math.max(0, Math.min(opened < 0 ? (moved ?? 0) : opened, last));

  /** Scrolls no further than needed to bring the row into view. */
  function scrollTo(index: number) {
    const element = scroller.current;
    if (element === null) return;
    const top = index * rowHeight;
    const bottom = top + rowHeight + HEADER - element.clientHeight;
    element.scrollTop = Math.max(bottom, Math.min(top, element.scrollTop * factor)) / factor;
  }

  function focusRow(index: number) {
    scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
  }

  function moveTo(target: number) {
    const index = Math.max(0, Math.min(target, last));
    const item = itemAt(index);
    flushSync(() => {
      setMoved(index);
      if (index !== cursor && item !== undefined && !item.getIsGrouped()) onCursor(item.original);
    });
    scrollTo(index);
    focusRow(index);
    awaited.current = item === undefined ? index : undefined;
  }

  // The row takes the focus of the placeholder that it replaces.
  useLayoutEffect(() => {
    const index = awaited.current;
    if (index === undefined || items[index - first] === undefined) return;
    awaited.current = undefined;
    if (document.activeElement === document.body) focusRow(index);
  });

  /** Toggles one row, or with Shift all rows from the last toggled row to this one. */
  function select(index: number, range: boolean) {
    const item = itemAt(index);
    if (item === undefined || item.getIsGrouped()) return;
    // The anchor may have been revealed since, which gave its row another key.
    const isAnchor = ({ id, original: { reference = id } }: TableItem<Row>) =>
      anchor.current === id || anchor.current === reference;
    const from = range ? items.findIndex(isAnchor) : -1;
    const to = index - first;
    if (from < 0) onSelect([item.id], !selected.has(item.id));
    else onSelect(rowKeys(items.slice(Math.min(from, to), Math.max(from, to) + 1)), true);
    anchor.current = item.id;
  }

  function openItem(item: TableItem<Row>) {
    if (item.getIsGrouped()) props.onToggleGroup(item.id);
    else onOpen(item.original);
  }

  useImperativeHandle(props.ref, () => ({
    move: (by) => {
      const focused = document.activeElement?.closest("[data-index]") ?? null;
      const fresh = moved === undefined && opened < 0 && focused === null;
      moveTo(fresh ? 0 : cursor + by);
    },
    goTo: (index) => moveTo(index),
    focus: () => focusRow(cursor),
    select: () => select(cursor, false),
    mark: () => {
      const item = itemAt(cursor);
      if (item !== undefined && !item.getIsGrouped()) props.onMark(item.original);
    },
  }));

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || isOutside(event)) return;
    // The checkbox above the rows has its own keys.
    if (event.target instanceof HTMLInputElement) return;
    const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - HEADER) / rowHeight) - 1);
    const item = itemAt(cursor);
    switch (event.key) {
      case "ArrowDown":
        moveTo(cursor + 1);
        break;
      case "ArrowUp":
        moveTo(cursor - 1);
        break;
      case "PageDown":
        moveTo(Math.min(last, cursor + page));
        break;
      case "PageUp":
        moveTo(cursor - page);
        break;
      case "Home":
        moveTo(0);
        break;
      case "End":
        moveTo(last);
        break;
      case "Enter":
        if (item !== undefined) openItem(item);
        break;
      case " ":
        select(cursor, false);
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  function onClick(event: MouseEvent) {
    if (isOutside(event)) return;
    const target = event.target instanceof Element ? event.target : undefined;
    const element = target?.closest("[data-index]") ?? null;
    const index = Number(element?.getAttribute("data-index"));
    const item = element === null ? undefined : itemAt(index);
    if (item === undefined) return;
    // A press that marked text was meant to copy it; a double press always marks a word.
    if (event.detail !== 2 && window.getSelection()?.isCollapsed === false) return;
    setMoved(index);
    if (item.getIsGrouped()) return props.onToggleGroup(item.id);
    const star = rowHeight === ROW_HEIGHTS.card ? undefined : target?.closest("[data-star]");
    if (
      star &&
      star.getBoundingClientRect().right - event.clientX < STAR &&
      props.marked(item.original) !== undefined &&
      window.matchMedia("(hover: hover)").matches
    )
      props.onMark(item.original);
    else if (props.selectsByTap || event.shiftKey || event.ctrlKey || event.metaKey || target?.closest("[data-select]"))
      select(index, event.shiftKey);
    else onOpen(item.original);
  }

  return { cursor, opened, onKeyDown, onClick };
}

/** An event of a menu that is rendered elsewhere bubbles through the component that opened it. */
function isOutside({ target, currentTarget }: KeyboardEvent | MouseEvent): boolean {
  return !(target instanceof Node && currentTarget.contains(target));
}
