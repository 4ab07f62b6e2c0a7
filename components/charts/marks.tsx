/** Each kind of event has one sign in charts, filters and lists: circle, square, triangle. */

export type EventKind = "funding" | "acquisition" | "exec_move";

export const KIND_TITLES: Readonly<Record<EventKind, string>> = {
  funding: "Funding",
  acquisition: "Acquisition",
  exec_move: "Exec move",
};

export const KIND_COLORS: Readonly<Record<EventKind, string>> = {
  funding: "var(--chart-1)",
  acquisition: "var(--chart-2)",
  exec_move: "var(--chart-3)",
};

/** Returns a path around 0, 0 whose area is about that of a circle of this radius. */
export function markPath(kind: EventKind, radius: number): string {
  if (kind === "funding")
    return `M${-radius},0a${radius},${radius} 0 1,0 ${2 * radius},0a${radius},${radius} 0 1,0 ${-2 * radius},0`;
  const half = radius * 0.9;
  if (kind === "acquisition") return `M${-half},${-half}h${2 * half}v${2 * half}h${-2 * half}z`;
  return `M0,${-radius * 1.05}L${radius * 1.15},${radius * 0.9}H${-radius * 1.15}z`;
}

export function KindMark({ kind }: { kind: EventKind }) {
  return (
    <svg className="flex-none" width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
      <path fill={KIND_COLORS[kind]} d={markPath(kind, 4.5)} />
    </svg>
  );
}
