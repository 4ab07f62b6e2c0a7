import type { ScaleTime } from "d3-scale";
import { timeTicks } from "./time-ticks";

interface Props {
  x: ScaleTime<number, number>;
  /** Middle of the text, in px. */
  y: number;
  /** Of the plot, in px. */
  width: number;
  /** Top and bottom of lines through the plot, where there are any. */
  lines?: readonly [top: number, bottom: number];
}

const TICK_WIDTH = 64;
/** Half of the longest text: one that would be cut at an edge is left out. */
const HALF = 18;

export function TimeAxis({ x, y, width, lines }: Props) {
  // A tick may be a little before the first event, where the plot has room.
  const ticks = timeTicks(x.invert(0), x.invert(width), Math.floor(width / TICK_WIDTH));
  return (
    <g>
      {ticks.map(({ at, text }) => (
        <g key={at.getTime()}>
          {lines && <line className="plot-grid" x1={x(at)} x2={x(at)} y1={lines[0]} y2={lines[1]} />}
          {x(at) >= HALF && x(at) <= width - HALF / 2 && (
            <text className="plot-axis" x={x(at)} y={y} dy="0.35em" textAnchor="middle">
              {text}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}
