/**
 * Refusals are answered after a moment: a program that asks again as soon as it is refused would otherwise keep a process
 * busy with nothing but refusing it. Only so many are held at once, so that they cannot take memory without end.
 */
const HELD_MS = 500;
const MOST_HELD = 1_000;

export class RefusalDelay {
  #held = 0;

  async wait(): Promise<void> {
    if (this.#held >= MOST_HELD) return;
    this.#held += 1;
    await new Promise((resolve) => setTimeout(resolve, HELD_MS));
    this.#held -= 1;
  }
}
