/** Measures the widths of the columns as they are drawn. */
import { clampWidth } from "./column-state";

/**
 * Returns the drawn widths of the columns before a header. They are fixed while it is resized, because a column that
 * grows would give way and the header would leave the pointer.
 */
export function resizedColumns(header: Element): Record<string, number> {
  const widths: Record<string, number> = {};
  for (let before = header.previousElementSibling; before !== null; before = before.previousElementSibling) {
    const id = before.getAttribute("data-column");
    const { width } = before.getBoundingClientRect();
    if (id !== null && width > 0) widths[id] = clampWidth(width);
  }
  return widths;
}

/** Returns the width at which no cell of a column that is in the document is cut. */
export function fittingWidth(id: string): number {
  const cells = [...document.querySelectorAll<HTMLElement>(`[data-table] [data-column="${CSS.escape(id)}"]`)];
  // All are written before the first is read, so that the page is laid out once.
  for (const { style } of cells) {
    style.width = "max-content";
    style.containerType = "normal";
  }
  const width = Math.max(...cells.map((cell) => cell.getBoundingClientRect().width));
  for (const { style } of cells) {
    style.width = "";
    style.containerType = "";
  }
  return clampWidth(Math.ceil(width));
}
