/**
 * Computes which part of a map is shown: the sheet is scaled by `zoom` and then moved by `x` and `y`, in its own
 * units.
 */
import { WORLD } from "./world";

export interface WorldView {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export const WHOLE_WORLD: WorldView = { x: 0, y: 0, zoom: 1 };
export const LARGEST_ZOOM = 12;

const CENTRE = [WORLD.width / 2, WORLD.height / 2] as const;

/** Zooms by a factor; the point `at` of the drawing stays where it is. */
export function zoomed(view: WorldView, by: number, [x, y]: readonly [x: number, y: number] = CENTRE): WorldView {
  const zoom = Math.min(LARGEST_ZOOM, Math.max(1, view.zoom * by));
  const factor = zoom / view.zoom;
  return within({ zoom, x: x - (x - view.x) * factor, y: y - (y - view.y) * factor });
}

export function panned(view: WorldView, x: number, y: number): WorldView {
  return within({ ...view, x: view.x + x, y: view.y + y });
}

/** The sheet always covers the whole drawing. */
function within({ x, y, zoom }: WorldView): WorldView {
  return {
    zoom,
    x: Math.min(0, Math.max(WORLD.width * (1 - zoom), x)),
    y: Math.min(0, Math.max(WORLD.height * (1 - zoom), y)),
  };
}
