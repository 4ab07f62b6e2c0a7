/** Finds room for labels on the data: nothing is written over a line, another label or the edge. */
import { CHARACTER } from "@/components/ui/chart";

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface LabelRequest {
  /** The label belongs to this point, in px. */
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** Labels of more weight choose first. */
  readonly weight: number;
}

interface LabelPosition {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "end";
}

/** A line of 11 px text is this high. */
const LINE = 14;
const GAP = 8;

/** Returns a place for every label in the order given, undefined where there is no room. */
export function placeLabels(
  labels: readonly LabelRequest[],
  taken: readonly Box[],
  within: Box,
): (LabelPosition | undefined)[] {
  const boxes = [...taken];
  const positions: (LabelPosition | undefined)[] = labels.map(() => undefined);
  const order = labels.map((_, index) => index).sort((a, b) => weightAt(labels, b) - weightAt(labels, a));
  for (const index of order) {
    const label = labels[index];
    if (label === undefined) continue;
    const found = candidates(label).find(({ box }) => inside(box, within) && !boxes.some((other) => touch(box, other)));
    if (found === undefined) continue;
    const { left, right } = found.box;
    boxes.push({ ...found.box, left: left - GAP, right: right + GAP });
    positions[index] = found.position;
  }
  return positions;
}

function weightAt(labels: readonly LabelRequest[], index: number): number {
  return labels[index]?.weight ?? 0;
}

/** Tries above the point to the right, then to the left of it, then above it to the left. */
function candidates({ x, y, text }: LabelRequest): { position: LabelPosition; box: Box }[] {
  const width = text.length * CHARACTER;
  const above = y - GAP - LINE / 2;
  return [
    { position: { x: x + 1, y: above, anchor: "start" }, box: boxAt(x + 1, above, width) },
    { position: { x: x - GAP - 2, y, anchor: "end" }, box: boxAt(x - GAP - 2 - width, y, width) },
    { position: { x: x - 2, y: above, anchor: "end" }, box: boxAt(x - 2 - width, above, width) },
  ];
}

function boxAt(left: number, middle: number, width: number): Box {
  return { left, right: left + width, top: middle - LINE / 2, bottom: middle + LINE / 2 };
}

function inside(box: Box, within: Box): boolean {
  return box.left >= within.left && box.right <= within.right && box.top >= within.top && box.bottom <= within.bottom;
}

function touch(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}
