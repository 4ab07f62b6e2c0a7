/** Draws a bar whose owned part is solid and whose rest is lighter. */

interface Props {
  x: number;
  y: number;
  width: number;
  height: number;
  fill?: string | undefined;
  stroke?: string | undefined;
  strokeWidth?: string | number | undefined;
  /** The owned part begins at the left of a bar along `x`, and at the foot of one along `y`. */
  along: "x" | "y";
  /** The owned share is from 0 to 1. */
  share: number;
}

const UNOWNED_OPACITY = 0.45;

export function OwnedBar({ x, y, width, height, along, share, ...style }: Props) {
  const owned = along === "x" ? { x, y, width: width * share, height } : { x, width, height: height * share };
  return (
    <g data-testid="bar">
      {share < 1 && <rect {...{ x, y, width, height }} {...style} opacity={UNOWNED_OPACITY} />}
      {share > 0 && <rect y={y + height * (1 - share)} {...owned} {...style} data-owned={share.toFixed(2)} />}
    </g>
  );
}

/** The whole bar counts as owned where a chart does not distinguish what is owned. */
export function ownedShare(owned: number | undefined, value = 0): number {
  if (owned === undefined) return 1;
  return value === 0 ? 0 : Math.min(1, owned / value);
}
