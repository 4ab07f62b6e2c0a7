import type { RawRow } from "../statement";

/** A row comes with the line on which it begins, or with the reason why it is rejected. */
export type ReadRow = {
  readonly line: number;
  /** The cells as they stand in the file, where it has some. */
  readonly cells?: readonly string[];
} & ({ readonly row: RawRow } | { readonly reason: string });
