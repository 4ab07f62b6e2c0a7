/**
 * Limits the concurrent requests of a key: others wait in order, up to a number and a time. Stores nothing for a key
 * without running requests.
 */
interface Concurrency {
  readonly running: number;
  /** More than these are rejected immediately. */
  readonly waiting: number;
  readonly waitMs: number;
}

interface Queue {
  running: number;
  readonly waiting: Set<() => void>;
}

/** Passes the slot to the next in the queue; only once. */
export type Release = () => void;

export class ConcurrencyLimiter {
  readonly #limit: Concurrency;
  readonly #queues = new Map<string, Queue>();

  constructor(limit: Concurrency) {
    this.#limit = limit;
  }

  /** The result is undefined when the queue is full, or the wait was too long. */
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
      // The slot is passed on directly, so that later requests cannot overtake.
      queue.waiting.delete(next);
      next();
      return;
    }
    queue.running -= 1;
    if (queue.running === 0) this.#queues.delete(key);
  }
}
