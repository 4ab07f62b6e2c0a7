/**
 * Tells the person's own scrolling from every other: restored positions, focus, layout and scripts scroll too, and none
 * of those may ask for a page that costs credits. Times are ms of one monotonic clock, passed in.
 */
export class ScrollGesture {
  /** A wheel notch or key press scrolls smoothly for about this long. */
  static readonly INPUT_MS = 400;
  /** Scroll events of one momentum come closer together than this. */
  static readonly MOMENTUM_MS = 150;

  #armedUntil = Number.NEGATIVE_INFINITY;
  #held = false;
  #top: number | undefined;

  /** Where scrolling begins, unless it has begun: the first position that is known tells no direction. */
  begin(top: number): void {
    this.#top ??= top;
  }

  /** A wheel turned down, a finger moved, or a key that scrolls was pressed. */
  push(now: number): void {
    this.#armedUntil = now + ScrollGesture.INPUT_MS;
  }

  /** The scroll bar was taken. */
  hold(): void {
    this.#held = true;
  }

  /** The scroll bar was let go. */
  release(now: number): void {
    if (this.#held) this.push(now);
    this.#held = false;
  }

  /** Notes a scroll position; true when the person has just scrolled down to it. */
  moved(top: number, now: number): boolean {
    const down = this.#top !== undefined && top > this.#top;
    this.#top = top;
    if (!this.#held && now > this.#armedUntil) return false;
    this.#armedUntil = Math.max(this.#armedUntil, now + ScrollGesture.MOMENTUM_MS);
    return down;
  }

  /** The gesture has had its page; the next one takes another. */
  spend(): void {
    this.#armedUntil = Number.NEGATIVE_INFINITY;
  }
}
