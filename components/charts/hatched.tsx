import { useId } from "react";

interface Props {
  x: number;
  y: number;
  width: number;
  height: number;
  /** These words are shown on hover. */
  title?: string;
  /** These lines stand in the middle. */
  lines: readonly string[];
}

/** Hatches a part of a plot for which there is nothing to draw. */
export function Hatched({ x, y, width, height, title, lines }: Props) {
  const id = useId();
  return (
    <g>
      <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line y2={6} className="stroke-chart-hatch" />
      </pattern>
      <rect x={x} y={y} width={width} height={height} fill={`url(#${id})`}>
        {title !== undefined && <title>{title}</title>}
      </rect>
      {lines.map((line, place) => (
        <text
          key={line}
          x={x + width / 2}
          y={y + height / 2 + (place - (lines.length - 1) / 2) * 14}
          dy="0.35em"
          textAnchor="middle"
          strokeWidth={4}
          className="fill-text-2 stroke-surface [paint-order:stroke] print:stroke-none"
        >
          {line}
        </text>
      ))}
    </g>
  );
}
