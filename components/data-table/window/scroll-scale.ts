/**
 * Maps the lines of a table to scroll positions. Browsers cut elements off at 17 to 33 million px, so the lines of a
 * longer table are scrolled faster than the scrollbar moves, and placed relative to a line near them.
 */

/** Firefox draws no element beyond 17,895,697 px. */
const MOST_PX = 16_000_000;
/** Lines near each other are placed from the same one, so that most rows stay as they are while scrolling. */
const NEAR_LINES = 1_000;

interface ScrollScale {
  /** All lines together have this height in px, as far as a browser can scroll it. */
  readonly height: number;
  /** One px of scrolling moves the lines by this many. */
  readonly factor: number;
}

/** @param viewport the height in px in which lines are seen */
export function getScrollScale(count: number, rowHeight: number, viewport: number): ScrollScale {
  const whole = count * rowHeight;
  if (whole <= MOST_PX) return { height: whole, factor: 1 };
  return { height: MOST_PX, factor: (whole - viewport) / (MOST_PX - viewport) };
}

export interface Placement {
  /** Lines are placed from this one. */
  readonly base: number;
  /** It is drawn this many px below the beginning of the lines' element. */
  readonly shift: number;
}

export const AT_START: Placement = { base: 0, shift: 0 };

/**
 * @param first the first line that is drawn
 * @param top the px of lines above the window
 */
export function getPlacement(first: number, top: number, rowHeight: number, factor: number): Placement {
  if (factor === 1) return AT_START;
  const base = Math.floor(first / NEAR_LINES) * NEAR_LINES;
  return { base, shift: base * rowHeight - top + top / factor };
}
