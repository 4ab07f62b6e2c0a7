/**
 * Distinguishes scrolling on past the end of the rows from scrolling to it: the one may request a page that costs credits. A
 * gesture is a stream of wheel events without a pause, with the momentum that follows it, or one touch. It goes on past
 * the end when the end was in view, at rest, before it began, and when it is long enough to be meant. Restored positions,
 * layout and scripts make no gesture. Times are ms of one monotonic clock, distances px; both are passed in.
 */
export class ScrollGesture {
  /** Wheel events further apart than this are two gestures; so long the end has to be in view before one goes past it. */
  static readonly PAUSE_MS = 150;
  /** Less than one notch of a wheel, more than a hand that rests on one. */
  static readonly DISTANCE_PX = 40;

  #endSince: number | undefined;
  #wheeledAt = Number.NEGATIVE_INFINITY;
  #began = false;
  #travelled = 0;

  /** Notes whether the end is in view; called whenever that may have changed. */
  update(atEnd: boolean, now: number): void {
    this.#endSince = atEnd ? (this.#endSince ?? now) : undefined;
    // Who leaves the end and comes back to it within one gesture has come to it.
    if (!atEnd) this.#began = false;
  }

  /** A finger came down, alone. */
  begin(now: number): void {
    this.#began = this.#endSince !== undefined && now - this.#endSince >= ScrollGesture.PAUSE_MS;
    this.#travelled = 0;
  }

  /** A second finger came down: that is no scrolling. */
  cancel(): void {
    this.#began = false;
  }

  /** The wheel was turned by so much, down where it is positive. True: this gesture goes on past the end. */
  wheel(by: number, now: number): boolean {
    if (now - this.#wheeledAt >= ScrollGesture.PAUSE_MS) this.begin(now);
    this.#wheeledAt = now;
    return this.move(by);
  }

  /** The gesture moved the rows on by so much. True once: it goes on past the end. */
  move(by: number): boolean {
    this.#travelled = Math.max(0, this.#travelled + by);
    if (!this.#began || this.#travelled < ScrollGesture.DISTANCE_PX) return false;
    this.#began = false;
    return true;
  }
}
