/**
 * Lets operators import files: a file is sent in chunks, inspected, checked without storing anything, imported and undone.
 * The work is done by the import program, so that a page and a command line do the same.
 */
import * as z from "zod/mini";
import { forOperators } from "../endpoint";
import { readonlyList, requestBody, textField, wholeNumberField } from "../schemas";
import { importQuality } from "./import-quality";
import { RECORD_KINDS } from "./record-kinds";

/** A chunk of a file has at most this many bytes; a file has as many chunks as it needs. */
export const MOST_CHUNK_BYTES = 4 * 1024 * 1024;
/** Files beyond this are imported from a command line. */
const MOST_FILE_BYTES = 8 * 1024 ** 3;

/** A file is `receiving` until all of it is there, and `waiting` while another one is read; what is stopped or failed can be started again. */
const IMPORT_FILE_STATES = [
  "receiving",
  "waiting",
  "inspecting",
  "inspected",
  "checking",
  "checked",
  "importing",
  "imported",
  "stopped",
  "failed",
] as const;

const column = z.object({
  column: z.string(),
  /** The field that it fills; null when it fills none. */
  field: z.nullable(z.string()),
  confidence: z.number(),
  why: z.string(),
  samples: readonlyList(z.string()),
});

export const importInspection = z.object({
  kind: z.string(),
  confidence: z.number(),
  /** This file within an archive, or this sheet of a workbook, is read. */
  part: z.nullable(z.string()),
  columns: readonlyList(column),
  /** A column may fill these fields. */
  fields: readonlyList(z.string()),
  /** The map is JSON, as a file for the command line has it. */
  map: z.string(),
  /** The map is the one that was last used for a file with these columns. */
  isRemembered: z._default(z.boolean(), false),
  preview: z.object({
    fields: readonlyList(z.string()),
    rows: readonlyList(
      z.object({ line: z.number(), cells: readonlyList(z.string()), refused: z.nullable(z.string()) }),
    ),
  }),
});

/** Equal problems are one group, with the line of the first. A value that was left out has its field. */
const group = z.object({
  problem: z.string(),
  rows: z.number(),
  line: z.number(),
  left: z.optional(z.object({ field: z.string(), value: z.string() })),
});

export const importReport = z.object({
  rows: z.object({
    read: z.number(),
    added: z.number(),
    changed: z.number(),
    merged: z.number(),
    conflicting: z.number(),
    unchanged: z.number(),
    refused: z.number(),
  }),
  companies: z.object({ added: z.number(), changed: z.number() }),
  investors: z.object({ added: z.number(), changed: z.number() }),
  people: z.object({ added: z.number(), changed: z.number() }),
  /** A full export lacks so many of the records that its source has. */
  withdrawn: z._default(z.number(), 0),
  sourceRecords: z._default(z.number(), 0),
  /** Amounts in other currencies; absent in reports of earlier versions. */
  amounts: z.optional(z.object({ converted: z.number(), withoutRate: z.number() })),
  seconds: z.number(),
  /** These rows are not stored. */
  refused: readonlyList(group),
  /** These values are left out of rows that are stored. */
  dropped: readonlyList(group),
  /** These rows name a record of an earlier row, and state other values; absent in reports of earlier versions. */
  conflicting: z.optional(readonlyList(group)),
  /** These cells name several people, each of whom has a move; absent in reports of earlier versions. */
  split: z.optional(readonlyList(group)),
  /** These values of lists, and names, are stored as one and look like more. */
  lists: z.optional(readonlyList(group)),
  /** These values state nothing, such as `undisclosed`. */
  nothing: z.optional(readonlyList(group)),
  /** These sentences say what was assumed of the whole file. */
  notes: z.optional(readonlyList(z.string())),
});

export const importFile = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.number(),
  received: z.number(),
  state: z.enum(IMPORT_FILE_STATES),
  /** The sentence says why it failed. */
  problem: z.nullable(z.string()),
  inspection: z.nullable(importInspection),
  /** The file is read by a map that was changed or remembered; else by the proposed one. */
  isMapChanged: z.boolean(),
  /** The file is the whole of its source: what it lacks is withdrawn. */
  isFull: z._default(z.boolean(), false),
  /** The report says what a check found, or what the import did. */
  report: z.nullable(importReport),
  /** `secondsLeft` is null until there is something to estimate it from. */
  progress: z.nullable(z.object({ rows: z.number(), share: z.number(), secondsLeft: z.nullable(z.number()) })),
  /** It became the import with this id. */
  importId: z.nullable(z.string()),
});
export type ImportFile = z.infer<typeof importFile>;
export type ImportReport = z.infer<typeof importReport>;
export type ImportInspection = z.infer<typeof importInspection>;

const listedImport = z.object({
  id: z.string(),
  source: z.string(),
  file: z.string(),
  at: z.string(),
  /** It is false while it runs, and after it was interrupted. */
  complete: z.boolean(),
  /** Some program stores its rows. */
  isRunning: z.boolean(),
  /** So many rows added or changed an event, or, in a file of companies or investors, one of these. */
  added: z.number(),
  changed: z.number(),
  /** It removed so many records: that of a retraction, and those that a full export lacks. */
  withdrawn: z.number(),
  /** It merged so many records into others: 1 for a merge, else 0. */
  merged: z.number(),
  /** The reason says why a record was withdrawn or corrected; null for a file. */
  reason: z.nullable(z.string()),
  /** The parts of an event that it corrected, such as `amount`; empty for what is no correction. */
  corrected: readonlyList(z.string()),
  undoneAt: z.nullable(z.string()),
  /** The name of the person who started it, or `command line` or `HTTP`; null once that person is deleted. */
  by: z.nullable(z.string()),
});
export type ListedImport = z.infer<typeof listedImport>;

/** Describes a change to what was imported that runs, or that failed after its request was answered. */
const importChange = z.object({
  kind: z.enum(["undo", "withdrawal", "correction", "separation"]),
  /** This is the id of the import, the record as the person named it, or the id of the decision. */
  subject: z.string(),
  /** Says in a sentence why it failed; null while it runs. */
  problem: z.nullable(z.string()),
});
export type ImportChange = z.infer<typeof importChange>;

/** Describes what the latest run of a schedule did. */
export const scheduleRun = z.object({
  at: z.string(),
  state: z.enum(["imported", "unchanged", "failed"]),
  files: z.number(),
  /** The latest import of the run. */
  importId: z.nullable(z.string()),
  added: z.number(),
  changed: z.number(),
  withdrawn: z.number(),
  refused: z.number(),
  /** One sentence says what failed. */
  problem: z.nullable(z.string()),
});
export type ScheduleRun = z.infer<typeof scheduleRun>;

const importSchedule = z.object({
  id: z.string(),
  /** The files come from an HTTPS address, or from a folder on the machine of the service. */
  address: z.string(),
  every: z.string(),
  source: z.nullable(z.string()),
  /** It has a map of its own; else each file has the one that is remembered for its columns. */
  hasMap: z.boolean(),
  full: z.boolean(),
  strict: z.boolean(),
  paused: z.boolean(),
  nextRunAt: z.string(),
  isRunning: z.boolean(),
  /** Counts the failures since it last succeeded. */
  failures: z.number(),
  lastRun: z.nullable(scheduleRun),
});
export type ImportSchedule = z.infer<typeof importSchedule>;

/** A file has no people of its own, but its moves name some. */
const storedKind = z.enum([...RECORD_KINDS, "person"]);

/** Says how a record came about. */
const recordOrigin = z.object({
  id: z.string(),
  kind: storedKind,
  title: z.string(),
  /** These imports named the record, oldest first, with the first row that did. */
  reports: readonlyList(
    z.object({
      importId: z.string(),
      source: z.string(),
      file: z.string(),
      at: z.string(),
      line: z.number(),
      effect: z.enum(["added", "changed", "named", "removed"]),
      /** A correction or a withdrawal has a reason; it is null for a file. */
      reason: z.nullable(z.string()),
    }),
  ),
  /** Each source knows the record by its own keys. */
  keys: readonlyList(z.object({ source: z.string(), key: z.string() })),
  /** Each says why a source's key is taken for this record, or is not. */
  joins: readonlyList(
    z.object({
      id: z.string(),
      source: z.string(),
      key: z.string(),
      verdict: z.enum(["same", "different"]),
      rule: z.string(),
      /** The likelihood by names alone, from 0 to 1; null when a person decided. */
      score: z.nullable(z.number()),
      because: readonlyList(z.string()),
      at: z.string(),
    }),
  ),
  /** The records with these ids were merged into this one. */
  merged: readonlyList(z.string()),
  /**
   * The facts, named for people (`Amount`), of which the sources' latest reports state different values, each value with
   * its sources.
   */
  disagreements: readonlyList(
    z.object({
      fact: z.string(),
      values: readonlyList(z.object({ value: z.string(), sources: readonlyList(z.string()) })),
    }),
  ),
  /** The present values of an event by the fields that may be corrected (`CORRECTABLE_FIELDS`); empty for other records. */
  facts: z.record(z.string(), z.string()),
});
export type RecordOrigin = z.infer<typeof recordOrigin>;

const comparedRecord = z.object({ id: z.string(), kind: storedKind, title: z.string() });
const recordComparison = z.object({
  left: comparedRecord,
  right: comparedRecord,
  /**
   * They are one record already; two that the next import that changes either makes one; two that a person may merge; or
   * two that no import makes one.
   */
  verdict: z.enum(["one", "same", "unsure", "different"]),
  /** The weightiest reason comes first. */
  because: readonlyList(z.string()),
});
export type RecordComparison = z.infer<typeof recordComparison>;

const withMap = requestBody({
  /** It is null for the proposed map. */
  map: z.nullable(textField),
  /** The records of the proposed map; without it, its columns tell. */
  kind: z.optional(z.enum(RECORD_KINDS)),
});

export const IMPORTS = forOperators("or-demo", {
  /** Lists all imports, newest first, the changes to them that run, and the files that are not imported yet. */
  imports: {
    path: "/imports",
    response: z.object({
      imports: readonlyList(listedImport),
      changes: readonlyList(importChange),
      files: readonlyList(importFile),
      schedules: readonlyList(importSchedule),
    }),
  },
  /** Undoes an import: the records are as they were before. One that takes longer than a request goes on. */
  undoImport: { method: "POST", path: "/imports/:id/undo" },
  /** Withdraws one record, as an import that can be undone. */
  retractRecord: {
    method: "POST",
    path: "/imports/retract",
    request: requestBody({
      /** The id of the record, or an address that contains it. */
      record: textField,
      reason: textField,
    }),
  },
  /** Corrects one event, as an import that can be undone. */
  correctRecord: {
    method: "POST",
    path: "/imports/correct",
    request: requestBody({
      /** The id of the event, or an address that contains it. */
      record: textField,
      /** New values by the names of fields (`CORRECTABLE_FIELDS`); an empty one says that nothing is known. */
      values: z.record(textField, textField),
      reason: textField,
    }),
  },
  /** Measures how fresh and how complete the records of each source are. */
  importQuality: { path: "/imports/quality", response: importQuality },
  /** Tells which imports named a record, and why sources were joined; `:id` may be an address that contains the id. */
  recordOrigin: { path: "/entities/:id/how", response: recordOrigin },
  /** Tells why two records are one, or are not; `other` is the id or address of the second. */
  recordComparison: { path: "/entities/:id/compare", response: recordComparison },
  /** Takes a decision back: the two are different from now on. */
  separateRecord: { method: "POST", path: "/decisions/:id/separate" },
  /** Imports an address or a folder now and then every so often, such as `1h` or `1d`. */
  addImportSchedule: {
    method: "POST",
    path: "/import-schedules",
    status: 201,
    request: requestBody({
      address: textField,
      every: textField,
      /** It is null for the source of the map. */
      source: z.nullable(textField),
      /** A map as JSON; null for the one that is remembered for the columns of each file, or proposed. */
      map: z.nullable(textField),
      full: z.boolean("must be true or false"),
      strict: z.boolean("must be true or false"),
    }),
    response: importSchedule,
  },
  pauseImportSchedule: {
    method: "PUT",
    path: "/import-schedules/:id/paused",
    request: requestBody({ paused: z.boolean("must be true or false") }),
  },
  /** Makes the schedule due now. */
  runImportSchedule: { method: "POST", path: "/import-schedules/:id/run" },
  removeImportSchedule: { method: "DELETE", path: "/import-schedules/:id" },
  addImportFile: {
    method: "POST",
    path: "/import-files",
    status: 201,
    request: requestBody({
      name: textField,
      bytes: wholeNumberField(1, MOST_FILE_BYTES, `must be a whole number from 1 to ${MOST_FILE_BYTES}`),
    }),
    response: importFile,
  },
  importFile: { path: "/import-files/:id", response: importFile },
  /** Appends a chunk; `offset` says where it belongs, so that a repeated chunk is stored once. */
  sendImportChunk: { method: "PUT", path: "/import-files/:id/content", upload: MOST_CHUNK_BYTES, response: importFile },
  /** Reads the file once more with another map, or as records of another kind. */
  inspectImportFile: { method: "POST", path: "/import-files/:id/inspect", request: withMap, response: importFile },
  /** Does everything that the import would do, and stores nothing. */
  checkImportFile: { method: "POST", path: "/import-files/:id/check", response: importFile },
  /** Says whether the file is the whole of its source, and checks it once more. */
  setImportFileFull: {
    method: "PUT",
    path: "/import-files/:id/full",
    request: requestBody({ full: z.boolean("must be true or false") }),
    response: importFile,
  },
  runImportFile: { method: "POST", path: "/import-files/:id/run", response: importFile },
  /** Stops after the batch in progress. */
  stopImportFile: { method: "POST", path: "/import-files/:id/stop", response: importFile },
  removeImportFile: { method: "DELETE", path: "/import-files/:id" },
  /** Downloads the refused rows, to be mended and imported. */
  refusedRows: { path: "/import-files/:id/refused", file: true },
});
