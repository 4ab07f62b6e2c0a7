/** The content of a cursor; its text is opaque to everyone but the service that signed it (convention 4). */
export interface CursorPosition {
  /** Sort key of the last served record: ms since 1970 UTC for feeds sorted by time. */
  readonly key: number;
  /** Id of the last served record, which breaks ties. */
  readonly id: string;
}

/** A cursor on the wire: passed back unchanged. */
export type Cursor = string;
