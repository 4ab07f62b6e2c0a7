/** Repeats what a sheet names once for several rows, such as a company above its rounds. */
import { ColumnFinder } from "./tables/column-names";

/**
 * Returns a function that takes the cells of the rows in order. A row in which all of the columns are empty has the values of the row
 * above in them.
 */
export function fillDown(
  columns: readonly string[],
  header: readonly string[],
): (cells: readonly string[]) => readonly string[] {
  const finder = new ColumnFinder(header);
  const places = columns.map((name) => finder.find(name)).filter((place) => place !== undefined);
  let above: readonly string[] = [];
  return (cells) => {
    const isContinued = places.length > 0 && places.every((place) => (cells[place] ?? "").trim() === "");
    if (isContinued) return cells.map((text, place) => (places.includes(place) ? (above[place] ?? "") : text));
    above = cells;
    return cells;
  };
}
