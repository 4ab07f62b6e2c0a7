/** Marks that would cover each other become one. */

interface PlacedMark<E> {
  readonly x: number;
  readonly y: number;
  readonly event: E;
}

export interface Cluster<E> {
  readonly x: number;
  readonly y: number;
  readonly events: readonly E[];
}

/** A pointer target needs this size in px, so that no two overlap. */
const CLUSTER_PX = 24;

/** The circle of a cluster has this diameter in px. */
const CIRCLE_PX = 18;

/** Marks go from left to right; a cluster is centred on its marks, and clusters whose circles would overlap are joined. */
export function clusterMarks<E>(marks: readonly PlacedMark<E>[]): Cluster<E>[] {
  const near: PlacedMark<E>[][] = [];
  for (const mark of [...marks].sort((a, b) => a.x - b.x)) {
    const known = near.find(([first]) => first && isWithin(CLUSTER_PX, mark, first));
    if (known === undefined) near.push([mark]);
    else known.push(mark);
  }
  let clusters: Cluster<E>[] = [];
  for (const marks of near) {
    let next = centred(marks.map(({ x, y, event }) => ({ x, y, events: [event] })));
    // A joined cluster may reach one further to the left.
    for (;;) {
      const { x, y } = next;
      const other = clusters.find((one) => isWithin(CIRCLE_PX, one, { x, y }));
      if (other === undefined) break;
      clusters = clusters.filter((one) => one !== other);
      next = centred([other, next]);
    }
    clusters.push(next);
  }
  return clusters;
}

function isWithin(distance: number, a: { x: number; y: number }, b: { x: number; y: number }): boolean {
  return Math.abs(a.x - b.x) < distance && Math.abs(a.y - b.y) < distance;
}

/** Joins clusters into one at the mean of their marks. */
function centred<E>(parts: readonly Cluster<E>[]): Cluster<E> {
  const events = parts.flatMap((part) => part.events);
  const mean = (read: (part: Cluster<E>) => number) =>
    parts.reduce((sum, part) => sum + read(part) * part.events.length, 0) / events.length;
  return { x: mean(({ x }) => x), y: mean(({ y }) => y), events };
}
