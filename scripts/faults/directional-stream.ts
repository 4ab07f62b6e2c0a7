import type { Socket } from "node:net";

/** One direction of a connection: bytes in their order, paused or late, and the end after the last of them. */
export class DirectionalStream {
  readonly #waiting: { readonly bytes: Buffer | "end"; readonly dueAt: number }[] = [];
  #paused = false;
  #delayMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly socket: Socket) {}

  set({ paused, delayMs }: { readonly paused: boolean; readonly delayMs: number }): void {
    this.#paused = paused;
    this.#delayMs = delayMs;
    this.#pump();
  }

  send(bytes: Buffer): void {
    this.#push(bytes);
  }

  /** Closes the socket after everything that was sent. */
  end(): void {
    this.#push("end");
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#waiting.length = 0;
    this.socket.destroy();
  }

  #push(bytes: Buffer | "end"): void {
    this.#waiting.push({ bytes, dueAt: performance.now() + this.#delayMs });
    this.#pump();
  }

  #pump(): void {
    clearTimeout(this.#timer);
    while (!this.#paused) {
      const [first] = this.#waiting;
      if (first === undefined) return;
      const waitMs = first.dueAt - performance.now();
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.#pump(), waitMs);
        return;
      }
      this.#waiting.shift();
      if (first.bytes === "end") this.socket.end();
      else this.socket.write(first.bytes);
    }
  }
}
