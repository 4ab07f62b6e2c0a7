/**
 * Lists the rows that match a query in any order: of time first, then by one key after the other, the most significant
 * last. Each pass places rows by a small number for their value and keeps the order of those with the same one.
 */
import { FEED_ORDERS, type RowSort } from "@dealflow/contract/account/feed-orders";
import type { ListName } from "@dealflow/contract/filters";
import type { FreeQuery } from "@dealflow/contract/query/free-query";
import { LISTS } from "@dealflow/contract/values/lists";
import { UNKNOWN } from "@dealflow/contract/values/unknown";
import { RowReader } from "../bits";
import { compareIds, findRow, getId } from "../id-table";
import { type Layout, RANK_COLUMN } from "../layout";
import { sharedUint32 } from "../rows";
import { moveDistinctToFront, type NumberColumn, type Segment } from "../segment";
import { findParts, type Part } from "./matches";
import { resetScratch } from "./scratch";
import type { Segments } from "./summarize";

/** Rows are numbered through all segments: those of one begin at its offset. */
export interface OrderedRows {
  readonly segments: readonly Segment[];
  readonly offsets: readonly number[];
  readonly rows: Uint32Array;
}

/** Records have these places by what the workspace knows: a name that it owns, or the number of its rounds. */
export type KnownPlaces = ReadonlyMap<string, number>;

/**
 * @param keys the first is the most significant; rows with the same values are in the list's own order
 * @param places are by the id of each key whose order is known from what is owned
 */
export function orderRows(
  layout: Layout,
  { previews, owned }: Segments,
  { query, ownedQuery }: FreeQuery,
  keys: readonly RowSort[],
  places: ReadonlyMap<string, KnownPlaces>,
): OrderedRows {
  resetScratch();
  const parts = [...findParts(layout, previews, query), ...findParts(layout, owned, ownedQuery)];
  const columns: Columns = { layout, segments: parts.map(({ segment }) => segment), offsets: [], size: 0 };
  for (const { size } of columns.segments) {
    columns.offsets.push(columns.size);
    columns.size += size;
  }
  const all = keys.flatMap(({ id, desc }) => {
    const key = FEED_ORDERS[layout.feed][id];
    return key === undefined ? [] : [{ id, key, desc }];
  });
  const ofTime = all.findIndex(({ key }) => key.by === "time");
  let rows = mergeByTime(parts, columns.offsets, ofTime < 0 ? !layout.isDirectory : all[ofTime]?.desc === true);
  // No two rows have the same time and id, so keys after the time decide nothing.
  const deciding = ofTime < 0 ? all : all.slice(0, ofTime);
  for (const { id, key, desc } of deciding.toReversed())
    switch (key.by) {
      case "value":
        rows = placeRows(rows, codeValues(columns, key.param), desc);
        break;
      case "number":
        rows = placeRows(rows, codeNumbers(columns, layout.source.ranges[key.param]?.column), desc);
        break;
      case "prominence":
        rows = placeRows(rows, codeNumbers(columns, RANK_COLUMN), !desc);
        break;
      case "name":
      case "rounds":
        rows = placeRows(rows, codePlaces(columns, places.get(id)), desc);
    }
  return { segments: columns.segments, offsets: columns.offsets, rows };
}

interface Columns {
  readonly layout: Layout;
  readonly segments: readonly Segment[];
  readonly offsets: number[];
  size: number;
}

/** Returns the ids of the rows from a place in the order. */
export function listIds({ segments, offsets, rows }: OrderedRows, start: number, limit: number): string[] {
  return Array.from(rows.subarray(start, start + limit), (row) => {
    const index = offsets.findLastIndex((offset) => offset <= row);
    const segment = segments[index];
    return segment === undefined ? "" : getId(segment.ids, row - (offsets[index] ?? 0));
  });
}

/** Takes the latest, or earliest, next row of all segments; within a segment rows are in the order of time and id. */
function mergeByTime(parts: readonly Part[], offsets: readonly number[], descending: boolean): Uint32Array {
  const lists = parts.map(({ matches }) => listRows(matches.all)).map((rows) => (descending ? rows.reverse() : rows));
  const merged = sharedUint32(lists.reduce((sum, { length }) => sum + length, 0));
  const at = lists.map(() => 0);
  const sign = descending ? -1 : 1;
  const isBefore = (one: number, other: number): boolean => {
    const [a, b] = [parts[one]?.segment as Segment, parts[other]?.segment as Segment];
    const [row, otherRow] = [
      (lists[one] as Uint32Array)[at[one] ?? 0] ?? 0,
      (lists[other] as Uint32Array)[at[other] ?? 0] ?? 0,
    ];
    const difference = (a.times[row] as number) - (b.times[otherRow] as number);
    return sign * (difference || compareIds(a.ids.parts, row, b.ids.parts, otherRow)) < 0;
  };
  const left = lists.flatMap(({ length }, index) => (length > 0 ? [index] : []));
  for (let position = 0; position < merged.length; position++) {
    let next = left[0] as number;
    for (let index = 1; index < left.length; index++)
      if (isBefore(left[index] as number, next)) next = left[index] as number;
    const list = lists[next] as Uint32Array;
    merged[position] = (offsets[next] as number) + (list[at[next] as number] as number);
    at[next] = (at[next] as number) + 1;
    if (at[next] === list.length) left.splice(left.indexOf(next), 1);
  }
  return merged;
}

const reader = new RowReader();

function listRows(bits: Uint32Array): Uint32Array {
  const chunks: Uint32Array[] = [];
  reader.start(bits);
  for (let count = reader.next(); count > 0; count = reader.next()) chunks.push(reader.rows.slice(0, count));
  const rows = new Uint32Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    rows.set(chunk, at);
    at += chunk.length;
  }
  return rows;
}

/** Every row has the place of its value; rows without a value have the last one. */
interface Codes {
  readonly codes: Uint32Array;
  readonly values: number;
}

function placeRows(rows: Uint32Array, { codes, values }: Codes, desc: boolean): Uint32Array {
  // Rows without a value come last in either direction.
  const directedPlace = (code: number) => (desc && code < values ? values - 1 - code : code);
  const next = new Uint32Array(values + 2);
  for (const row of rows) {
    const place = directedPlace(codes[row] as number) + 1;
    next[place] = (next[place] as number) + 1;
  }
  for (let place = 1; place < next.length; place++) next[place] = (next[place] as number) + (next[place - 1] as number);
  const placed = sharedUint32(rows.length);
  for (const row of rows) {
    const place = directedPlace(codes[row] as number);
    placed[next[place] as number] = row;
    next[place] = (next[place] as number) + 1;
  }
  return placed;
}

function codeNumbers({ segments, offsets, size }: Columns, column: string | undefined): Codes {
  const codes = new Uint32Array(size);
  const columns = segments.map(({ numbers }) => numbers.find((one) => one.column === column));
  const distinct = distinctNumbers(columns.filter((one) => one !== undefined));
  for (const [index, one] of columns.entries()) {
    const offset = offsets[index] as number;
    codes.fill(distinct.length, offset, offset + (segments[index]?.size ?? 0));
    if (one === undefined) continue;
    let code = 0;
    for (let at = 0; at < one.known; at++) {
      const row = one.order[at] as number;
      while ((distinct[code] as number) < (one.values[row] as number)) code++;
      codes[offset + row] = code;
    }
  }
  return { codes, values: distinct.length };
}

/** Ranks are as many as companies, so they are kept as numbers of eight bytes. */
function distinctNumbers(columns: readonly NumberColumn[]): Float64Array {
  const numbers = new Float64Array(columns.reduce((sum, { known }) => sum + known, 0));
  let size = 0;
  for (const { order, values, known } of columns)
    for (let at = 0; at < known; at++) numbers[size++] = values[order[at] as number] as number;
  // Those of one column are in order.
  return moveDistinctToFront(columns.length > 1 ? numbers.sort() : numbers);
}

/** Lists of at most this many values have an order of their own, such as rounds and sizes; others go by title. */
const MOST_IN_OWN_ORDER = 40;

/** Rows with several values have the place of the first one in the list. */
function codeValues({ layout, segments, offsets, size }: Columns, param: string): Codes {
  const codes = new Uint32Array(size);
  const filter = layout.facets.find((facet) => facet.param === param)?.filter;
  const places = placesInList(filter !== undefined && "list" in filter ? filter.list : undefined);
  for (const [index, segment] of segments.entries()) {
    const offset = offsets[index] as number;
    const facet = segment.facets.find((one) => one.param === param);
    const group = segment.groups.find(({ facets }) => facets.some((one) => one.param === param));
    const setOfCode = group?.facets.find((one) => one.param === param)?.setOfCode;
    if (facet === undefined || group === undefined || setOfCode === undefined) continue;
    const { values, setStarts, setValues } = facet;
    const placeOfValue = values.map((value) => places.get(value) ?? places.size);
    const placeOfSet = Uint32Array.from({ length: setStarts.length - 1 }, (_, set) => {
      let place = places.size;
      for (let at = setStarts[set] as number; at < (setStarts[set + 1] as number); at++)
        place = Math.min(place, placeOfValue[setValues[at] as number] as number);
      return place;
    });
    const placeOfCode = setOfCode.map((set) => placeOfSet[set] as number);
    for (let row = 0; row < segment.size; row++)
      codes[offset + row] = placeOfCode[group.codes[row] as number] as number;
  }
  return { codes, values: places.size };
}

/** A flag has no list: its values are in the order of the alphabet. */
function placesInList(list: ListName | undefined): ReadonlyMap<string, number> {
  const values = list === undefined ? FLAG : LISTS[list];
  const ordered =
    values.length <= MOST_IN_OWN_ORDER ? values : values.toSorted((a, b) => a.title.localeCompare(b.title, "en"));
  return new Map(ordered.filter(({ value }) => value !== UNKNOWN).map(({ value }, index) => [value, index]));
}

const FLAG = ["false", "true"].map((value) => ({ value, title: value }));

function codePlaces({ segments, offsets, size }: Columns, places: KnownPlaces | undefined): Codes {
  let values = 0;
  for (const place of places?.values() ?? []) values = Math.max(values, place + 1);
  const codes = new Uint32Array(size).fill(values);
  for (const [index, { ids }] of segments.entries())
    for (const [id, place] of places ?? []) {
      const row = findRow(ids, id);
      if (row >= 0) codes[(offsets[index] as number) + row] = place;
    }
  return { codes, values };
}
