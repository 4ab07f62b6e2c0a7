/** Days with their parts one upon another, in the order of their series. */

export interface Series {
  readonly key: string;
  readonly title: string;
}

export interface Day {
  /** `2026-11-20`. */
  readonly day: string;
  readonly parts: Readonly<Record<string, number>>;
}

export interface StackedSeries extends Series {
  /** Over all days. */
  readonly sum: number;
  /** 1 to 6: the chart colour; 0 for what is left over. */
  readonly colour: number;
}

interface Part {
  readonly key: string;
  readonly title: string;
  readonly colour: number;
  readonly from: number;
  readonly to: number;
}

export interface StackedDay {
  readonly day: string;
  readonly sum: number;
  readonly parts: readonly Part[];
}

/** As many as there are distinguishable colours. */
const COLOURS = 6;
const OTHERS = "\u0000others";
const DAY_MS = 86_400_000;

/** With more series than colours the largest five stay and the rest is one part. Days without use are filled in. */
export function stacked(
  days: readonly Day[],
  series: readonly Series[],
): { days: StackedDay[]; series: StackedSeries[] } {
  const sums = new Map(series.map(({ key }) => [key, days.reduce((sum, { parts }) => sum + (parts[key] ?? 0), 0)]));
  const sumOf = (key: string) => sums.get(key) ?? 0;
  const largest = [...series].sort((a, b) => sumOf(b.key) - sumOf(a.key)).slice(0, COLOURS - 1);
  const shown = series.length <= COLOURS ? series : series.filter((one) => largest.includes(one));
  const rest = series.filter((one) => !shown.includes(one));
  const all: StackedSeries[] = shown.map((one, index) => ({ ...one, sum: sumOf(one.key), colour: index + 1 }));
  if (rest.length > 0)
    all.push({
      key: OTHERS,
      title: `${rest.length} others`,
      sum: rest.reduce((sum, { key }) => sum + sumOf(key), 0),
      colour: 0,
    });
  const restOf = (parts: Day["parts"]) => rest.reduce((sum, { key }) => sum + (parts[key] ?? 0), 0);
  return {
    series: all,
    days: everyDay(days).map(({ day, parts }) => {
      let sum = 0;
      const stack = all.flatMap(({ key, title, colour }) => {
        const value = key === OTHERS ? restOf(parts) : (parts[key] ?? 0);
        if (value <= 0) return [];
        const from = sum;
        sum += value;
        return [{ key, title, colour, from, to: sum }];
      });
      return { day, sum, parts: stack };
    }),
  };
}

function everyDay(days: readonly Day[]): Day[] {
  const known = new Map(days.map((day) => [day.day, day]));
  const times = days.map(({ day }) => Date.parse(day)).filter((time) => !Number.isNaN(time));
  if (times.length === 0) return [];
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return Array.from({ length: Math.round((last - first) / DAY_MS) + 1 }, (_, index) => {
    const day = new Date(first + index * DAY_MS).toISOString().slice(0, 10);
    return known.get(day) ?? { day, parts: {} };
  });
}
