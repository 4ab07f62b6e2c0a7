/** Computes the series of a summary: counts and amounts by period, and by the value that splits them. */

import type { Group } from "../facet-groups";
import { getPosition } from "../rows";
import type { Segment } from "../segment";
import {
  type Amounts,
  addRows,
  addSet,
  CELL,
  type Cells,
  type CodeCounts,
  countCodes,
  createCodeCounts,
  getFacet,
  getSets,
} from "./row-counts";

export interface PeriodTally extends Amounts {
  readonly values: Map<string, Amounts>;
}

export interface Series {
  readonly split: string;
  /** Cells are by period and set of the split. */
  readonly cells: Cells;
}

/** Counts the rows of a group by period and by the value that splits the series. Rows before the first period are counted in it. */
export function countPeriods(
  segment: Segment,
  group: Group,
  rows: Uint32Array,
  split: string,
  starts: readonly number[],
): { series: Series; total: CodeCounts } {
  const sets = countSets(segment, split);
  const cells = new Float64Array(CELL * sets * starts.length);
  const setOfCode = getSets(group, split);
  const [total, counted] = [createCodeCounts(group), createCodeCounts(group)];
  const { counts, found } = counted;
  let from = 0;
  for (const index of starts.keys()) {
    const end = getPosition(segment.times, starts[index + 1] ?? Number.POSITIVE_INFINITY, false);
    countCodes(counted, group, rows, from, end);
    for (let at = 0; at < counted.foundCodes; at++) {
      const code = found[at] as number;
      const count = counts[code] as number;
      addRows(cells, sets * index + (setOfCode[code] as number), count, group.amounts[code] as number);
      if (total.counts[code] === 0) total.found[total.foundCodes++] = code;
      total.counts[code] = (total.counts[code] as number) + count;
      counts[code] = 0;
    }
    counted.foundCodes = 0;
    from = end;
  }
  return { series: { split, cells }, total };
}

function countSets(segment: Segment, split: string): number {
  return getFacet(segment, split).setStarts.length - 1;
}

/** Adds a series of a segment to that of all. */
export function addSeries(into: readonly PeriodTally[], segment: Segment, { split, cells }: Series): void {
  const facet = getFacet(segment, split);
  const sets = countSets(segment, split);
  for (const [index, period] of into.entries())
    for (let set = 0; set < sets; set++) {
      const at = CELL * (sets * index + set);
      const [count = 0, known = 0, sum = 0] = cells.subarray(at, at + CELL);
      if (count === 0) continue;
      period.count += count;
      period.known += known;
      period.sum += sum;
      addSet(period.values, facet, set, { count, known, sum });
    }
}
