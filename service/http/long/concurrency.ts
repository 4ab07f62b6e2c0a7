/** Lets concurrent work wait for each other without sleeping. */

/** Waits for all of them to end, also when one fails, which stops the others. Throws the first failure. */
export async function together(works: readonly Promise<unknown>[], stop: () => void): Promise<void> {
  const outcomes = await Promise.allSettled(
    works.map((work) =>
      work.catch((error: unknown) => {
        stop();
        throw error;
      }),
    ),
  );
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

/** A count that others wait for. */
export class Count {
  #value = 0;
  #ended = false;
  #waiting: { readonly at: number; readonly go: () => void }[] = [];

  get value(): number {
    return this.#value;
  }

  add(): void {
    this.#value++;
    for (const { go } of this.#waiting.filter(({ at }) => at <= this.#value)) go();
    this.#waiting = this.#waiting.filter(({ at }) => at > this.#value);
  }

  reached(at: number): Promise<void> {
    return this.#ended || at <= this.#value
      ? Promise.resolve()
      : new Promise((go) => void this.#waiting.push({ at, go }));
  }

  /** Releases all waiters: the count is final. */
  end(): void {
    this.#ended = true;
    for (const { go } of this.#waiting) go();
    this.#waiting = [];
  }
}
