/** Parses the command line of an import. */
import { type ProgramOptions, parseOptions, UsageError } from "@/service/program-options";
import { FIELDS, KINDS, type Kind } from "../fields";
import { getPreset, PRESET_NAMES, type Preset } from "../presets";
import { BUILT_IN_MAPS } from "../read/map";
import { parseInterval } from "../schedules/address";
import { isCommand, readCommand } from "./command-arguments";
import { readCorrect, readDelete, readRetract } from "./record-arguments";

const OPTIONS = {
  kind: { type: "string" },
  map: { type: "string" },
  source: { type: "string" },
  rates: { type: "string" },
  report: { type: "string" },
  refused: { type: "string" },
  "dry-run": { type: "boolean" },
  notify: { type: "boolean" },
  propose: { type: "boolean" },
  strict: { type: "boolean" },
  full: { type: "boolean" },
  json: { type: "boolean" },
  reason: { type: "string" },
  yes: { type: "boolean" },
  every: { type: "string" },
  due: { type: "boolean" },
  // The service sets it for the page.
  person: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;
export type Values = ProgramOptions<typeof OPTIONS>["values"];

export type Arguments = NonNullable<ReturnType<typeof readArguments>>;

/** Returns undefined when help is requested. Throws `UsageError`. */
export function readArguments(args: readonly string[]) {
  const { values, positionals } = parseOptions(args, OPTIONS);
  if (values.help) return undefined;
  const [command, ...others] = positionals;
  if (isCommand(command)) return readCommand(command, others, onlyOptions(command, values, ["json"]).json === true);
  if (command === "correct") return readCorrect(others, onlyOptions(command, values, ["reason", "person", "json"]));
  if (command === "retract")
    return readRetract(others, onlyOptions(command, values, ["source", "reason", "person", "json"]));
  if (command === "delete")
    return readDelete(others, onlyOptions(command, values, ["source", "reason", "yes", "json"]));
  if (command === "schedule") return readScheduleCommand(others, values);
  if (command === "csv" || command === "jsonl") return readFormatCommand(command, others, values);
  if (command === "inspect") return readFileArguments("inspect", others, values);
  const preset = command === undefined ? undefined : getPreset(command);
  if (preset !== undefined) return readPresetCommand(preset, others, values);
  return readFileArguments("import", positionals, values);
}

const ACTIONS = ["add", "list", "remove", "pause", "resume", "run"] as const;
const SCHEDULE_OPTIONS = {
  add: ["every", "source", "map", "kind", "full", "strict", "notify", "json"],
  run: ["yes", "due", "json"],
} as const;

/** A schedule stores some options of imports with its address. */
export type AddScheduleArguments = ReturnType<typeof readScheduleCommand>;

function readScheduleCommand([name, subject, extra]: readonly string[], given: Values) {
  const allowed = name === "add" || name === "run" ? SCHEDULE_OPTIONS[name] : (["json"] as const);
  const { yes: _, ...options } = onlyOptions(`schedule ${name}`, given, allowed);
  const action = ACTIONS.find((one) => one === name);
  if (action === undefined) throw new UsageError(`schedule ${name ?? ""} must be one of ${ACTIONS.join(", ")}.`);
  const surplus = action === "list" ? subject : extra;
  if (surplus !== undefined) throw new UsageError(`Unexpected argument "${surplus}".`);
  return {
    ...{ command: "schedule" as const, action: readAction(action, subject, given), json: given.json === true },
    options: readFileArguments("import", [subject ?? ""], options),
  };
}

function readAction(
  name: (typeof ACTIONS)[number],
  subject: string | undefined,
  { every, yes = false, due = false }: Values,
) {
  if (name === "list") return { name };
  if (subject === undefined)
    throw new UsageError(
      name === "add"
        ? "The address or folder is missing: schedule add <address> --every 1d."
        : `The schedule is missing: schedule ${name} <id>; see schedule list.`,
    );
  if (name === "run") return { name, id: subject, yes, onlyDue: due };
  if (name !== "add") return { name, id: subject };
  const everySeconds = every === undefined ? undefined : parseInterval(every);
  if (everySeconds === undefined)
    throw new UsageError(`--every "${every ?? ""}" must be an interval such as 15m, 1h, 1d or 2w, of at most a year.`);
  return { name, address: subject, everySeconds };
}

function onlyOptions(command: string, given: Values, allowed: readonly (keyof Values)[]): Values {
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && !allowed.some((one) => one === name))
      throw new UsageError(`${command} has no option --${name}.`);
  return given;
}

/** A file is imported, or only inspected, by a map that is given or else proposed. */
export type FileArguments = Readonly<ReturnType<typeof readFileArguments>>;

/** The format and the public source are those that the command names; without them, the file itself says what it is. */
function readFileArguments(
  command: "import" | "inspect",
  [file, extra]: readonly string[],
  { propose = false, yes = false, full = false, reason, ...given }: Values,
  { format, preset }: { readonly format?: "csv" | "jsonl"; readonly preset?: Preset } = {},
) {
  if (file === undefined) throw new UsageError("The file is missing; see --help.");
  if (extra !== undefined) throw unexpected(extra);
  if (yes && !full) throw new UsageError("--yes is only for --full and delete.");
  if (propose && given.map !== undefined) throw new UsageError("--propose and --map exclude each other.");
  if (reason !== undefined) throw new UsageError("--reason is only for correct, retract and delete.");
  const { map, rates, report, refused, person, notify = false, strict = false, json = false } = given;
  return {
    ...{ command, file, format, preset, map, rates, report, refused, person, notify, strict, full, yes, json },
    ...{ kind: getKind(given.kind), source: getSource(given.source), proposes: propose },
    dryRun: given["dry-run"] === true,
  };
}

/** Reads a command that says the format: a csv file has a map, and lines of our own form need none. */
function readFormatCommand(format: "csv" | "jsonl", others: readonly string[], given: Values): FileArguments {
  const [file, extra] = others;
  if (file === undefined) throw new UsageError(`The file is missing: ${format} <file>.`);
  if (extra !== undefined) throw unexpected(extra);
  if (format === "csv") {
    if (given.source !== undefined) throw new UsageError("--source is only for jsonl; a csv map names its source.");
    if (given.map === undefined)
      throw new UsageError(`--map is missing: one of ${BUILT_IN_MAPS.join(", ")}, or a file.`);
    if (given.kind === undefined) throw new UsageError(`--kind is missing: one of ${KINDS.join(", ")}.`);
  } else {
    for (const name of ["kind", "map"] as const)
      if (given[name] !== undefined)
        throw new UsageError(`--${name} is only for csv; each line of a jsonl file has its own kind.`);
  }
  return readFileArguments("import", others, given, { format });
}

/** Reads a command that says the public source of the file, which has maps of its own. */
function readPresetCommand(preset: Preset, others: readonly string[], given: Values): FileArguments {
  const { name } = preset;
  if (others.length === 0) throw new UsageError(`The file is missing: ${name} <file>.`);
  for (const option of ["kind", "map"] as const)
    if (given[option] !== undefined)
      throw new UsageError(`${name} has maps of its own, so it has no option --${option}.`);
  return readFileArguments("import", others, given, { preset });
}

function unexpected(argument: string): UsageError {
  return new UsageError(`Unexpected argument "${argument}"; import one file at a time.`);
}

function getSource(given: string | undefined): string | undefined {
  if (given === undefined || /^[a-z0-9][a-z0-9._-]{0,59}$/.test(given)) return given;
  throw new UsageError(`--source "${given}" must be 1 to 60 of a-z, 0-9, dot, hyphen and underscore.`);
}

function getKind(given: string | undefined): Kind | undefined {
  if (given === undefined) return undefined;
  const kind = KINDS.find((one) => one === given);
  if (kind === undefined) throw new UsageError(`--kind "${given}" must be one of ${KINDS.join(", ")}.`);
  return kind;
}

export const HELP = `Imports records from a file: CSV, Excel, JSON, JSON lines or Parquet, also in a ZIP, tar or gzip. You can interrupt it
and run it again: it goes on where it stopped, and rows that are already stored change nothing.

  npm run import -- <file> [--map <name or file.json>] [options]
  npm run import -- csv <file> --kind <kind> --map <name or file.json> [options]
  npm run import -- jsonl <file> [--source <name>] [options]
  npm run import -- ${PRESET_NAMES.join("|")} <file> [options]
  npm run import -- inspect <file> [--map <name or file.json>] [--json]
  npm run import -- list|quality [--json]
  npm run import -- undo <id> [--json]
  npm run import -- how <id or address of a record> [<another record>] [--json]
  npm run import -- joins [--json]
  npm run import -- separate <number of a decision> [--json]
  npm run import -- duplicates [company|investor|round|acquisition|move] [--json]
  npm run import -- decide <number of a pair> same|different|later|undo [--json]
  npm run import -- merge <id or address of a record> <id or address of another> [--json]
  npm run import -- trust [<most trusted source> <next source> …|none] [--json]
  npm run import -- correct <id or address of an event> <field>=<new value> [<field>=<new value> …] --reason <text> [--json]
  npm run import -- retract <kind> <id, or key with --source> --reason <text> [--json]
  npm run import -- schedule add <https address or folder> --every <15m, 1h, 1d, …> [--source, --map, --kind, --full, --strict, --notify]
  npm run import -- schedule list|run <id>|pause <id>|resume <id>|remove <id> [--json]
  npm run import -- delete <kind> <id, or key with --source> --reason <text> [--yes] [--json]

  Files of these public sources are also recognized without their name. For any other file a map is proposed from the
  names and values of its columns, used and printed. inspect prints it with the first rows as they will look, and stores
  nothing.

  --kind        ${KINDS.join(", ")}
  --map         ${BUILT_IN_MAPS.join(", ")}, or your own JSON file
  --source      name of the source the keys belong to
  --rates       exchange rates as published by the European Central Bank (eurofxref-hist.csv), for
                amounts in other currencies; without it those that were imported with ecb-rates count
  --propose     propose a map, also where one is remembered for the columns
  --dry-run     check everything, store nothing
  --notify      send webhooks for the events that are added; without it an import sends none
  --strict      refuse rows with a value that cannot be read, which is left out otherwise; exit with code 1 if any
                row was refused
  --full        the file is the whole of its source: records of earlier files that it lacks, and that no other
                source states, are withdrawn; more than 20 % of them only with --yes
  --report      write every problem to a file, as JSON lines
  --refused     write the refused rows to a CSV file, to be mended and imported
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
  column, columns, constant or template, and optionally missing, strip, split, drop, values, patterns, otherwise, multiply; a map
  may have conditions and joins of several files: see docs/import.md and docs/import-map.schema.json.
  key: the columns that identify an event; the same key is the same event. Within one file, the first row of a key is
  kept; a later one fills only what is unknown, and is reported as conflicting if it has other values. A company is identified by its
  key (company.key) or its domain, and with neither by its name.

A line of a jsonl file, with fields named as in API responses; key is optional:
  {"kind":"funding","key":"42","record":{"round":"seed","amountUsd":2500000,"announcedAt":"2026-05-04",
   "company":{"name":"Quorvane","domain":"quorvane.example"},"investors":[{"name":"Hollin Growth"}]}}

Fields
${KINDS.map((kind) => `  ${kind}: ${[...FIELDS[kind].texts, ...FIELDS[kind].lists].join(" ")}`).join("\n")}

Exit codes: 0 done, 1 damaged file, or refused rows with --strict, 2 invalid arguments, 130 interrupted.
`;
