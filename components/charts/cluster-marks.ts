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

/** Marks go from left to right; a cluster is no wider or higher than `CLUSTER_PX` and is centred on its marks. */
export function clusterMarks<E>(marks: readonly PlacedMark<E>[]): Cluster<E>[] {
  const clusters: PlacedMark<E>[][] = [];
  for (const mark of [...marks].sort((a, b) => a.x - b.x)) {
    const near = clusters.find(
      ([first]) => first && mark.x - first.x < CLUSTER_PX && Math.abs(mark.y - first.y) < CLUSTER_PX,
    );
    if (near === undefined) clusters.push([mark]);
    else near.push(mark);
  }
  return clusters.map((near) => ({
    x: near.reduce((sum, { x }) => sum + x, 0) / near.length,
    y: near.reduce((sum, { y }) => sum + y, 0) / near.length,
    events: near.map(({ event }) => event),
  }));
}
