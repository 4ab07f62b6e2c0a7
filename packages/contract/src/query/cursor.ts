/** The text of a cursor is opaque to everyone but the service that signed it (convention 4). */
export interface CursorPosition {
  /** The sort key of the last served record is in ms since 1970 UTC for feeds sorted by time. */
  readonly key: number;
  /** The id of the last served record breaks ties. */
  readonly id: string;
}

/** A cursor is passed back unchanged. */
export type Cursor = string;
