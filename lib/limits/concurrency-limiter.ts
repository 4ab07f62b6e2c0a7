/**
 * How many requests of one key run at once: others wait for their turn in order, as many and as long as is said. Nothing is
 * kept of a key that has none under way.
 */
export interface Concurrency {
  readonly running: number;
  /** More than these are refused at once. */
  readonly waiting: number;
  readonly waitMs: number;
}

interface Queue {
  running: number;
  readonly waiting: Set<() => void>;
}

/** Gives the place to whoever waits next; once. */
export type Release = () => void;

export class ConcurrencyLimiter {
  readonly #limit: Concurrency;
  readonly #queues = new Map<string, Queue>();

  constructor(limit: Concurrency) {
    this.#limit = limit;
  }

  /** Undefined: too many wait already, or the turn did not come in time. */
  async acquire(key: string): Promise<Release | undefined> {
    const queue = this.#queues.get(key) ?? { running: 0, waiting: new Set() };
    this.#queues.set(key, queue);
    if (queue.running < this.#limit.running) queue.running += 1;
    else if (queue.waiting.size >= this.#limit.waiting || !(await this.#waitForTurn(queue))) return undefined;
    return () => this.#release(key, queue);
  }

  #waitForTurn({ waiting }: Queue): Promise<boolean> {
    return new Promise((resolve) => {
      const start = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        waiting.delete(start);
        resolve(false);
      }, this.#limit.waitMs);
      waiting.add(start);
    });
  }

  #release(key: string, queue: Queue): void {
    const [next] = queue.waiting;
    if (next !== undefined) {
      // The place passes on, so that nobody who comes later is first.
      queue.waiting.delete(next);
      next();
      return;
    }
    queue.running -= 1;
    if (queue.running === 0) this.#queues.delete(key);
  }
}
