/**
 * Refusals are answered after a moment: a program that asks again as soon as it is refused would otherwise keep a process
 * busy with nothing but refusing it. Only so many are held at once, so that they cannot take memory without end.
 */
const DELAY_MS = 500;
const MAX_DELAYED = 1_000;

export class RejectionDelay {
  #delayed = 0;

  async wait(): Promise<void> {
    if (this.#delayed >= MAX_DELAYED) return;
    this.#delayed += 1;
    await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
    this.#delayed -= 1;
  }
}
