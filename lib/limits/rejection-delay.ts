/**
 * Delays rejections: a program that retries immediately would otherwise keep a process busy with nothing but rejecting
 * it. The number of delayed rejections is limited, so that they cannot exhaust the memory.
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
