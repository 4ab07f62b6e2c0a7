/** Defines what a map may contain. The descriptions are also those that editors show. */
import * as z from "zod";
import { KINDS } from "../fields";
import { DATE_FORMATS } from "../values/dates";
import { ENCODINGS } from "./tables/encoding";
import { isTemplate } from "./template";

/** A reader of amounts understands these words after a number. */
export const UNIT_WORDS: Readonly<Record<number, string>> = {
  1000: "k",
  10000: "万",
  100000: " lakh",
  1000000: "M",
  10000000: " crore",
  100000000: "億",
  1000000000: "B",
};
const MULTIPLIERS = Object.keys(UNIT_WORDS).map(Number);

const regex = z.string().refine(isRegex, "must be a regular expression");
const table = z.record(z.string(), z.string().nullable());
const column = z.string().min(1, "must be the name of a column");

/** A rule names its column and what is done with the value, in this order. */
export const rule = z
  .strictObject({
    column: column.optional().describe("The column that has the value."),
    columns: z
      .array(column)
      .min(1)
      .optional()
      .describe("Columns whose texts are joined to one value, or whose parts are one list."),
    join: z.string().optional().describe("Stands between the texts of `columns`; a space unless stated."),
    constant: z.string().optional().describe("The value of every row."),
    template: z
      .string()
      .refine(isTemplate, "must have columns in braces, such as cik:{CIK} or {NUMBER:digits}")
      .optional()
      .describe(
        "A text with columns in braces; {NUMBER:digits} is only the digits. It states nothing where one of them is empty.",
      ),
    optional: z.boolean().default(false).describe("The file may lack the column."),
    missing: z
      .array(z.string())
      .default([])
      .describe("These texts mean that nothing is known, as do those of the map itself."),
    strip: regex.optional().describe("Matches of this regular expression are cut out of the text."),
    split: regex.optional().describe("Matches of this regular expression separate the parts of a list."),
    drop: regex.optional().describe("Parts of a list that match this regular expression are left out."),
    values: z
      .union([z.string(), table], "must be a table of strings or the name of one of the map's tables")
      .optional()
      .describe("A table, or the name of one in `tables`, with the value of each text; case does not matter."),
    patterns: z
      .array(z.tuple([regex, z.string().nullable()]))
      .default([])
      .describe("The first regular expression that matches gives the value where `values` has none."),
    otherwise: z
      .string()
      .nullable()
      .optional()
      .describe("The value of any other text; unless stated, the text itself."),
    multiply: z
      .literal(MULTIPLIERS, `must be one of ${MULTIPLIERS.join(", ")}`)
      .optional()
      .describe(
        "Numbers without a unit are in thousands, ten thousands, lakhs, millions, crores, hundred millions or billions.",
      ),
  })
  .refine(
    (one) => [one.column, one.columns, one.constant, one.template].filter((given) => given !== undefined).length === 1,
    "must have either column, columns, constant or template",
  );

/** A column's name alone is a rule; several rules are tried in order until one states something. */
export const rules = z.preprocess(
  (value) => (Array.isArray(value) ? value : [value]).map((one) => (typeof one === "string" ? { column: one } : one)),
  z.array(rule).min(1),
);

/** The row is read when the text of its column fulfils the condition. */
const condition = z
  .strictObject({
    column,
    in: z.array(z.string()).optional().describe("The text is one of these; case does not matter."),
    notIn: z.array(z.string()).optional().describe("The text is none of these."),
    matches: regex.optional().describe("The text matches this regular expression."),
    notMatches: regex.optional().describe("The text does not match this regular expression."),
  })
  .refine(
    (one) => [one.in, one.notIn, one.matches, one.notMatches].some((given) => given !== undefined),
    "must have in, notIn, matches or notMatches",
  );
const conditions = z.array(condition).default([]);

const joinShape = {
  file: z.string().min(1).describe("Name of a file in the archive or next to the file; * stands for any text."),
  sheet: z.string().optional().describe("The sheet of a workbook."),
  on: z
    .record(z.string(), z.string())
    .refine((on) => Object.keys(on).length > 0, "must have at least one pair of columns")
    .describe("Pairs of a column here and the column there that has the same value."),
  quotes: z.boolean().optional().describe("Cells of the other file may be in quotes; detected unless stated."),
  columns: z.array(column).default([]).describe("The columns that are added."),
  optionalColumns: z
    .array(column)
    .default([])
    .describe("Columns that are added too, and are empty where the other file lacks them."),
  optional: z.boolean().default(false).describe("The other file may be absent; then the columns are empty."),
  prefix: z.string().default("").describe("Stands before the names of the added columns."),
  many: z
    .enum(["first", "list"], "must be first or list")
    .default("first")
    .describe('Of several rows the first is taken, or all in one text with "; " between them.'),
  where: conditions.describe("Only these rows of the other file are used."),
};
const addsColumns = (join: { readonly columns: readonly string[]; readonly optionalColumns: readonly string[] }) =>
  join.columns.length + join.optionalColumns.length > 0;
const NO_COLUMNS = "must have columns or optionalColumns";
const plainJoin = z.strictObject(joinShape).refine(addsColumns, NO_COLUMNS);

/** Adds columns of another file, by a key that both have. */
const join = z
  .strictObject({
    ...joinShape,
    joins: z
      .array(plainJoin)
      .default([])
      .describe("Columns of further files that are first added to each row of the other file."),
  })
  .refine(addsColumns, NO_COLUMNS);

export const mapSchema = z.strictObject({
  $schema: z.string().optional().describe("The address of this schema, for editors."),
  about: z.string().optional().describe("What the file is."),
  preset: z
    .string()
    .optional()
    .describe("The map is one of this public source's, so the other records of the file are imported with it."),
  source: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,59}$/, "must be 1 to 60 of a-z, 0-9, dot, hyphen and underscore")
    .describe("Keys are stored under this name, so a new edition of a file is imported with the same source."),
  kind: z.enum(KINDS, `must be one of ${KINDS.join(", ")}`).describe("What each row is."),
  file: z.string().optional().describe("Name of the file in an archive; * stands for any text."),
  sheet: z.string().optional().describe("The sheet of a workbook, or the path of the list in a JSON document."),
  encoding: z
    .enum(ENCODINGS, `must be one of ${ENCODINGS.join(", ")}`)
    .optional()
    .describe("The encoding of the text; detected unless stated."),
  delimiter: z.string().length(1).optional().describe("Stands between cells; detected unless stated."),
  quotes: z.boolean().optional().describe("Cells may be in quotes; detected unless stated."),
  header: z.int().min(1).optional().describe("The line of the header; detected unless stated."),
  key: z
    .array(z.string())
    .default([])
    .describe("These columns together identify an event; without them its content does."),
  latest: column
    .optional()
    .describe("Of the rows with one key only that with the latest date in this column is read, such as an amendment."),
  fillDown: z
    .array(column)
    .default([])
    .describe("A row in which all of these columns are empty has the values of the row above in them."),
  undated: z
    .enum(["refused", "company"], "must be refused or company")
    .default("refused")
    .describe("A row of rounds without announcedAt is refused, or states its company alone."),
  escapes: z.boolean().default(false).describe("Texts have escape sequences such as \\n and \\xe2\\x80\\x99."),
  missing: z.array(z.string()).default([]).describe("These texts mean that nothing is known."),
  dates: z
    .array(z.enum(DATE_FORMATS, `must be one of ${DATE_FORMATS.join(", ")}`))
    .min(1)
    .default(["iso"])
    .describe("The formats of dates, which are tried in order."),
  numbers: z
    .strictObject({ grouping: z.string().max(1).default(""), decimal: z.string().length(1).default(".") })
    .default({ grouping: "", decimal: "." })
    .describe("The characters between groups of digits and before the fraction."),
  tables: z.record(z.string(), table).default({}).describe("Tables of values that several rules use."),
  where: conditions.describe("Only these rows are read."),
  joins: z.array(join).default([]).describe("Columns of other files that are added to each row, in order."),
  fields: z.record(z.string(), rules).describe("The rule, or rules, of each field."),
});

export type Rule = z.infer<typeof rule>;
export type Condition = z.infer<typeof condition>;
export type Join = z.infer<typeof plainJoin> & { readonly joins?: readonly z.infer<typeof plainJoin>[] };
export type ImportMap = z.infer<typeof mapSchema>;
/** A map as it stands in a file, without the defaults. */
export type ImportMapJson = z.input<typeof mapSchema>;

function isRegex(text: string): boolean {
  try {
    return new RegExp(text, "iu") instanceof RegExp;
  } catch {
    return false;
  }
}
