/** Parses the command line of an import. */
import { type ProgramOptions, parseOptions, UsageError } from "@/service/program-options";
import { FIELDS, KINDS, type Kind } from "./fields";
import { BUILT_IN_MAPS } from "./read/map";

interface Common {
  readonly command: "import";
  readonly file: string;
  readonly dryRun: boolean;
  readonly notify: boolean;
  readonly strict: boolean;
  readonly json: boolean;
  readonly rates: string | undefined;
  readonly report: string | undefined;
}

export interface CsvArguments extends Common {
  readonly format: "csv";
  readonly kind: Kind;
  readonly map: string;
}

export interface JsonlArguments extends Common {
  readonly format: "jsonl";
  readonly source: string;
}

export type ImportArguments = CsvArguments | JsonlArguments;

export interface ListArguments {
  readonly command: "list";
  readonly json: boolean;
}

export interface UndoArguments {
  readonly command: "undo";
  readonly id: number;
  readonly json: boolean;
}

export type Arguments = ImportArguments | ListArguments | UndoArguments;

const OPTIONS = {
  kind: { type: "string" },
  map: { type: "string" },
  source: { type: "string" },
  rates: { type: "string" },
  report: { type: "string" },
  "dry-run": { type: "boolean" },
  notify: { type: "boolean" },
  strict: { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;
type Values = ProgramOptions<typeof OPTIONS>["values"];

/** Returns undefined when help is requested. Throws `UsageError`. */
export function readArguments(args: readonly string[]): Arguments | undefined {
  const { values, positionals } = parseOptions(args, OPTIONS);
  if (values.help) return undefined;
  const [command, ...others] = positionals;
  if (command === "list" || command === "undo") return ofList(command, others, values);
  return combined(positionals, values);
}

/** Reads the commands about imports that were run before, which take no option but --json. */
function ofList(command: "list" | "undo", others: readonly string[], given: Values): ListArguments | UndoArguments {
  for (const [name, value] of Object.entries(given))
    if (name !== "json" && value !== undefined) throw new UsageError(`${command} has no option --${name}.`);
  const json = given.json === true;
  const [id, extra] = command === "undo" ? others : [undefined, ...others];
  if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}".`);
  if (command === "list") return { command, json };
  if (id === undefined) throw new UsageError("The import is missing: undo <id>; see list.");
  if (!/^[1-9]\d{0,8}$/.test(id)) throw new UsageError(`There is no import "${id}"; see npm run import -- list.`);
  return { command, id: Number(id), json };
}

function combined(positionals: readonly string[], given: Values): ImportArguments {
  const [format, file, extra] = positionals;
  if (format === undefined) throw new UsageError("The format is missing: csv or jsonl; see --help.");
  if (format !== "csv" && format !== "jsonl") throw new UsageError(`The format "${format}" must be csv or jsonl.`);
  if (file === undefined) throw new UsageError(`The file is missing: ${format} <file>.`);
  if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}"; import one file at a time.`);
  const common: Common = {
    command: "import",
    file,
    dryRun: given["dry-run"] === true,
    notify: given.notify === true,
    strict: given.strict === true,
    json: given.json === true,
    rates: given.rates,
    report: given.report,
  };
  if (format === "csv") {
    if (given.source !== undefined) throw new UsageError("--source is only for jsonl; a csv map names its source.");
    const map = given.map;
    if (map === undefined) throw new UsageError(`--map is missing: one of ${BUILT_IN_MAPS.join(", ")}, or a file.`);
    return { ...common, format, kind: getKind(given.kind), map };
  }
  for (const name of ["kind", "map"] as const)
    if (given[name] !== undefined)
      throw new UsageError(`--${name} is only for csv; each line of a jsonl file has its own kind.`);
  const source = given.source ?? "jsonl";
  if (!/^[a-z0-9][a-z0-9._-]{0,59}$/.test(source))
    throw new UsageError(`--source "${source}" must be 1 to 60 of a-z, 0-9, dot, hyphen and underscore.`);
  return { ...common, format, source };
}

function getKind(given: string | undefined): Kind {
  if (given === undefined) throw new UsageError(`--kind is missing: one of ${KINDS.join(", ")}.`);
  const kind = KINDS.find((one) => one === given);
  if (kind === undefined) throw new UsageError(`--kind "${given}" must be one of ${KINDS.join(", ")}.`);
  return kind;
}

export const HELP = `Imports records from a file. You can interrupt it and run it again: rows that are already stored change nothing.

  npm run import -- csv <file[.gz]> --kind <kind> --map <name or file.json> [options]
  npm run import -- jsonl <file[.gz]> [--source <name>] [options]

  --kind        ${KINDS.join(", ")}
  --map         ${BUILT_IN_MAPS.join(", ")}, or your own JSON file
  --source      name of the source the keys belong to (jsonl)
  --rates       exchange rates as published by the European Central Bank (eurofxref-hist.csv), for
                amounts in other currencies; without it these have no amount in dollars
  --dry-run     check everything, store nothing
  --notify      send webhooks for the events that are added; without it an import sends none
  --strict      exit with code 1 if any row was refused
  --report      write every refused or conflicting row to a file, as JSON lines
  --json        print one JSON object with all refused rows, and nothing else

A map says which column fills which field:
  { "source": "my-list", "kind": "funding", "key": ["No"], "dates": ["dd/mm/yyyy"],
    "numbers": { "grouping": ",", "decimal": "." }, "missing": ["N/A"], "escapes": false,
    "tables": { "rounds": { "Seed Funding": "seed" } },
    "fields": {
      "company.name": "Startup", "company.domain": "Website", "announcedAt": "Date",
      "amount": "Amount", "currency": { "constant": "USD" },
      "investors": { "column": "Investors", "split": "," },
      "round": [{ "column": "Type", "values": "rounds", "otherwise": null }, "Remarks"] } }
  A field takes a column name, a rule, or a list of rules, of which the first with a value applies. A rule has a
  column or constant, and optionally missing, strip, split, drop, values, patterns, otherwise.
  key: the columns that identify an event; the same key is the same event. Within one file, the first row of a key is
  kept; a later one fills only what is unknown, and is reported as conflicting if it has other values. A company is identified by its domain or its
  key (company.key); with neither it stays unresolved.

A line of a jsonl file, with fields named as in API responses; key is optional:
  {"kind":"funding","key":"42","record":{"round":"seed","amountUsd":2500000,"announcedAt":"2026-05-04",
   "company":{"name":"Quorvane","domain":"quorvane.example"},"investors":[{"name":"Hollin Growth"}]}}

Fields
${KINDS.map((kind) => `  ${kind}: ${[...FIELDS[kind].texts, ...FIELDS[kind].lists].join(" ")}`).join("\n")}

Exit codes: 0 done, 1 damaged file, or refused rows with --strict, 2 invalid arguments, 130 interrupted.
`;
