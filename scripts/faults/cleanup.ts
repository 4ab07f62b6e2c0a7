/** Undoes processes, mounts and folders at the end, also when the run is interrupted. */
export class Cleanup {
  readonly #steps: (() => unknown)[] = [];
  #running: Promise<void> | undefined;

  add(step: () => unknown): void {
    this.#steps.push(step);
  }

  /** Undoes everything, the latest first; a failure does not stop the rest. */
  async run(): Promise<void> {
    this.#running ??= this.#undo();
    await this.#running;
    this.#running = undefined;
  }

  async #undo(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step();
      } catch (error) {
        process.stderr.write(`Cleaning up: ${error instanceof Error ? error.message : String(error)}\n`);
      }
    }
  }
}
