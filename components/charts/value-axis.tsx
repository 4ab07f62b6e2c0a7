/** Gridlines with their values at the right of the plot; the line of zero is stronger. */

interface Props {
  ticks: readonly number[];
  y: (value: number) => number;
  /** Where the lines end, and where the text does, in px. */
  right: number;
  edge: number;
  text: (value: number) => string;
}

export function ValueAxis({ ticks, y, right, edge, text }: Props) {
  return (
    <g>
      {ticks.map((value) => (
        <g key={value}>
          <line
            className={value === 0 ? "plot-base" : "plot-grid"}
            x2={right}
            y1={Math.round(y(value)) + 0.5}
            y2={Math.round(y(value)) + 0.5}
          />
          <text className="plot-axis" x={edge} y={y(value)} dy="0.35em" textAnchor="end">
            {text(value)}
          </text>
        </g>
      ))}
    </g>
  );
}
