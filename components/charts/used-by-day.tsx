"use client";
/** Credits used, one bar a day, its parts stacked; the sums are below. */
import { scaleBand, scaleLinear } from "d3-scale";
import { count, credits } from "@/lib/format/counts";
import { longDate, shortDate } from "@/lib/format/dates";
import { Plot } from "./plot";
import { type Day, type Series, type StackedDay, stacked } from "./stack";
import { ValueAxis } from "./value-axis";

const TOP = 10;
const BASE = 122;
const HEIGHT = 144;
const SCALE_WIDTH = 40;
const GAP = 1;
/** Room for one date below the bars. */
const DATE_WIDTH = 64;

export function UsedByDay({ days, series }: { days: readonly Day[]; series: readonly Series[] }) {
  const stack = stacked(days, series);
  return (
    <figure>
      <Plot
        name={nameOf(stack.days)}
        height={HEIGHT}
        table={{
          head: ["Day", ...stack.series.map((one) => one.title), "All"],
          rows: stack.days.map(({ day, parts, sum }) => [
            longDate(day),
            ...stack.series.map(({ key }) => {
              const part = parts.find((one) => one.key === key);
              return part === undefined ? "0" : count(part.to - part.from);
            }),
            count(sum),
          ]),
        }}
      >
        {(width) => <Drawing days={stack.days} width={width} />}
      </Plot>
      <figcaption className="plot-legend" data-testid="legend">
        {stack.series.map((one) => (
          <span key={one.key} className="plot-legend-item">
            <span className="plot-swatch" data-colour={one.colour} />
            {one.title} <span className="plot-legend-sum">{count(one.sum)}</span>
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function Drawing({ days, width }: { days: readonly StackedDay[]; width: number }) {
  const right = width - SCALE_WIDTH;
  const most = Math.max(1, ...days.map((day) => day.sum));
  const x = scaleBand<string>()
    .domain(days.map((day) => day.day))
    .range([0, right])
    .paddingInner(0.4)
    .paddingOuter(0.3);
  const y = scaleLinear().domain([0, most]).range([BASE, TOP]);
  // A week apart where there is room, and always with the last day.
  const every = Math.max(1, Math.ceil(DATE_WIDTH / x.step() / 7)) * (x.step() >= DATE_WIDTH ? 1 : 7);
  const now = new Date(days.at(-1)?.day ?? 0);
  const bar = Math.min(x.bandwidth(), 48);
  return (
    <>
      <ValueAxis ticks={y.ticks(3).filter(Number.isInteger)} y={y} right={right} edge={width} text={count} />
      {days.map(({ day, sum, parts }, index) => {
        const left = (x(day) ?? 0) + (x.bandwidth() - bar) / 2;
        return (
          <g key={day}>
            <g>
              <title>{`${longDate(day)}: ${[credits(sum), ...parts.map((part) => `${part.title} ${count(part.to - part.from)}`)].join(", ")}`}</title>
              {/* The whole height answers to the pointer, not only the bar. */}
              <rect className="plot-touch" x={x(day)} y={0} width={x.bandwidth()} height={BASE} />
              {parts.map((part, partIndex) => (
                <rect
                  key={part.key}
                  className="plot-bar"
                  data-colour={part.colour}
                  x={left}
                  width={bar}
                  y={y(part.to)}
                  height={Math.max(0.5, y(part.from) - y(part.to) - (partIndex > 0 ? GAP : 0))}
                />
              ))}
            </g>
            {(days.length - 1 - index) % every === 0 && (
              <text
                className="plot-axis"
                x={Math.max(20, left + bar / 2)}
                y={BASE + 14}
                dy="0.35em"
                textAnchor="middle"
              >
                {shortDate(day, now)}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

function nameOf(days: readonly StackedDay[]): string {
  const sum = days.reduce((total, day) => total + day.sum, 0);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || sum === 0) return "Used by day: 0 credits";
  const most = days.reduce((top, day) => (day.sum > top.sum ? day : top), first);
  const when = `from ${longDate(first.day)} to ${longDate(last.day)}`;
  return `Used by day: ${credits(sum)} ${when}, most on ${longDate(most.day)}, ${count(most.sum)}`;
}
