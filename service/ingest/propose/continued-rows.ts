/** Finds the columns that a sheet states once for several rows. */
import { fillDown } from "../read/fill-down";
import { getShare } from "./profile";

type Rows = readonly (readonly string[])[];

/** Returns the rows with the values that continue from above, and the columns of these. */
export function fillContinued(header: readonly string[], rows: Rows) {
  const continued = continuedColumns(header, rows);
  return { continued, rows: rows.map(fillDown(continued, header)) };
}

/** Fewer rows may lack these facts by chance. */
const LEAST_CONTINUED = 0.15;

/**
 * Returns the first columns of a sheet that are empty together in some rows, which state other facts of the row above; none when rows
 * merely lack some values.
 */
function continuedColumns(header: readonly string[], rows: Rows): readonly string[] {
  const isEmpty = (row: readonly string[], place: number) => (row[place] ?? "").trim() === "";
  const continued = rows.filter((row) => isEmpty(row, 0));
  const others = rows.filter((row) => !isEmpty(row, 0));
  if (continued.length < Math.max(2, rows.length * LEAST_CONTINUED) || isEmpty(rows[0] ?? [], 0)) return [];
  const count = header.findIndex((_, place) => !continued.every((row) => isEmpty(row, place)));
  const isStated = (place: number) => getShare(others, (row) => !isEmpty(row, place)) > 0.8;
  const isFilled = (place: number) => getShare(continued, (row) => !isEmpty(row, place)) > 0.8;
  const first = header.slice(0, Math.max(count, 0));
  const areStated = first.filter((_, place) => isStated(place)).length >= 2;
  const areFilled = header.filter((_, place) => place >= count && isFilled(place)).length >= 2;
  return areStated && areFilled ? first : [];
}
