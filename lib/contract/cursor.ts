/** What a cursor stands for; its text is opaque to everyone but the service that signed it (convention 4). */
export interface CursorPosition {
  /** Sort key of the last served record: ms since 1970 UTC for feeds in order of time. */
  readonly key: number;
  /** Id of the last served record, which breaks ties. */
  readonly id: string;
}

/** A cursor as it travels: passed back as it came. */
export type Cursor = string;
