/** Existing values, so that not every response is empty. */
export interface ExistingData {
  readonly ids: readonly string[];
  readonly names: readonly string[];
  readonly domains: readonly string[];
  /** Cursors by operation. */
  readonly cursors: ReadonlyMap<string, string>;
}
