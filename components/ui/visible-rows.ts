/** Which rows of a list of equal heights are in view, and how to bring one there. Pure; all in px but indexes. */

export interface Span {
  readonly first: number;
  /** The one after the last. */
  readonly end: number;
}

/** Rows that a window of this height at this position touches, and so many more on both sides. */
export function rowsToRender(top: number, height: number, rowHeight: number, count: number, overscan: number): Span {
  const first = Math.floor(top / rowHeight) - overscan;
  const end = Math.ceil((top + height) / rowHeight) + overscan;
  return { first: Math.max(0, Math.min(first, count)), end: Math.max(0, Math.min(end, count)) };
}

/** Rows that are whole in view, counted from 1; the last is never before the first. */
export function rowsInView(top: number, height: number, rowHeight: number, count: number) {
  const first = Math.min(count, Math.floor(top / rowHeight) + 1);
  return { first, last: Math.max(first, Math.min(count, Math.floor((top + height) / rowHeight))) };
}

/** The nearest position at which a row is whole in view. */
export function positionToShow(index: number, top: number, height: number, rowHeight: number): number {
  const start = index * rowHeight;
  if (start < top) return start;
  return Math.max(top, start + rowHeight - height);
}

export function sameSpan(a: Span, b: Span): boolean {
  return a.first === b.first && a.end === b.end;
}
