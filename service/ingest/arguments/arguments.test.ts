import { describe, expect, it } from "vitest";
import { HELP, readArguments } from "./arguments";

const CSV = ["csv", "deals.csv", "--kind", "acquisition", "--map", "acquisition-export"];

describe("readArguments", () => {
  it("reads a csv import", () => {
    expect(readArguments([...CSV, "--dry-run", "--strict"])).toEqual({
      command: "import",
      format: "csv",
      file: "deals.csv",
      kind: "acquisition",
      map: "acquisition-export",
      proposes: false,
      dryRun: true,
      notify: false,
      strict: true,
      full: false,
      yes: false,
      json: false,
      source: undefined,
      rates: undefined,
      person: undefined,
      report: undefined,
      refused: undefined,
    });
  });

  it("reads a jsonl import", () => {
    expect(readArguments(["jsonl", "feed.jsonl.gz", "--source=partner", "--json"])).toMatchObject({
      format: "jsonl",
      source: "partner",
      json: true,
    });
  });

  it("reads a file that says itself what it is", () => {
    const any = { command: "import", file: "deals.xlsx", format: undefined, map: undefined, kind: undefined };
    expect(readArguments(["deals.xlsx", "--json"])).toMatchObject({ ...any, json: true });
    expect(readArguments(["inspect", "deals.xlsx"])).toMatchObject({ ...any, command: "inspect" });
  });

  it("reads commands about earlier imports", () => {
    expect(readArguments(["list", "--json"])).toEqual({ command: "list", json: true });
    expect(readArguments(["quality", "--json"])).toEqual({ command: "quality", json: true });
    expect(readArguments(["undo", "12"])).toEqual({ command: "undo", id: 12, json: false });
  });

  it("reads what withdraws or erases a record", () => {
    const id = "0192f0c1-7a00-7000-8000-000000000001";
    expect(readArguments(["retract", "round", id, "--reason", "denied"])).toEqual({
      ...{ command: "retract", kind: "funding", name: id, source: undefined, reason: "denied", json: false },
      by: { person: null, channel: "command line" },
    });
    expect(readArguments(["correct", id, "amount=EUR 2m", "company.name=a=b", "round=", "--reason=r"])).toEqual({
      ...{ command: "correct", record: id, reason: "r", by: { person: null, channel: "command line" }, json: false },
      values: new Map([
        ["amount", "EUR 2m"],
        ["company.name", "a=b"],
        ["round", ""],
      ]),
    });
    expect(readArguments(["retract", `https://host.example/company/${id}`, "--reason=denied"])).toMatchObject({
      kind: null,
    });
    expect(readArguments(["delete", "person", "p-1", "--source=list", "--reason=request", "--yes"])).toEqual({
      ...{ command: "delete", kind: "person", name: "p-1", source: "list", reason: "request", json: false, yes: true },
    });
  });

  it("reads commands about schedules", () => {
    const add = ["schedule", "add", "https://data.example/list.csv", "--every", "1d", "--source", "list", "--full"];
    expect(readArguments(add)).toMatchObject({
      command: "schedule",
      action: { name: "add", address: "https://data.example/list.csv", everySeconds: 86_400 },
      options: { source: "list", full: true, strict: false },
    });
    expect(readArguments(["schedule", "run", "3", "--yes"])).toMatchObject({
      action: { name: "run", id: "3", yes: true, onlyDue: false },
    });
    expect(readArguments(["schedule", "list", "--json"])).toMatchObject({ action: { name: "list" }, json: true });
  });

  it("sends webhooks only when requested", () => {
    expect(readArguments([...CSV, "--notify"])).toMatchObject({ notify: true });
  });

  it("requests help", () => {
    expect(readArguments(["--help"])).toBeUndefined();
    expect(HELP).toContain("company.domain");
  });

  it.each([
    [["retract", "round", "x"], "--reason must be 1 to 500 characters; it says why the record changes."],
    [["correct"], "The event is missing: correct <id or address> <field>=<new value> … --reason <text>."],
    [["correct", "x", "round", "--reason=y"], '"round" must be <field>=<new value>, such as round=seed.'],
    [["correct", "x", "round=a", "round=b", "--reason=y"], "The field round has two values."],
    [["correct", "x", "round=a"], "--reason must be 1 to 500 characters; it says why the record changes."],
    [["retract", "rounds", "x", "--reason=y"], /^The kind "rounds" must be one of company, investor, person, round, /],
    [["delete", "x", "--reason=y"], /^The record is missing: delete <kind> <id>/],
    [["undo", "7", "--reason=y"], "undo has no option --reason."],
    [["deals.csv", "--yes"], "--yes is only for --full and delete."],
    [["schedule", "add", "/exports"], /^--every "" must be an interval such as 15m/],
    [["schedule", "start", "1"], "schedule start must be one of add, list, remove, pause, resume, run."],
    [[], "The file is missing; see --help."],
    [["xml", "a"], 'Unexpected argument "a"; import one file at a time.'],
    [["list", "a"], 'Unexpected argument "a".'],
    [["quality", "a"], 'Unexpected argument "a".'],
    [["list", "--strict"], "list has no option --strict."],
    [["undo"], "The import is missing: undo <id>; see list."],
    [["how"], "The record is missing: how <id or address>."],
    [["separate", "x"], 'There is no decision "x"; see npm run import -- how.'],
    [["separate", "1", "--strict"], "separate has no option --strict."],
    [["undo", "x"], 'There is no import "x"; see npm run import -- list.'],
    [["csv"], "The file is missing: csv <file>."],
    [["csv", "a", "b"], 'Unexpected argument "b"; import one file at a time.'],
    [["csv", "a", "--kind", "funding"], "--map is missing: one of acquisition-export, round-newsletter, or a file."],
    [["csv", "a", "--map", "m.json"], "--kind is missing: one of funding, acquisition, exec_move, company, investor."],
    [
      ["csv", "a", "--map", "m", "--kind", "deal"],
      '--kind "deal" must be one of funding, acquisition, exec_move, company, investor.',
    ],
    [["csv", "a", "--map"], "--map needs a value."],
    [[...CSV, "--strict=yes"], '--strict takes no value; got "yes".'],
    [[...CSV, "--strict", "--strict"], "--strict is given twice."],
    [[...CSV, "--dryrun"], "Unknown option --dryrun; did you mean --dry-run?"],
    [[...CSV, "-x"], "Unknown option -x; use --kind, --map, --source, --rates"],
    [[...CSV, "--source", "x"], "--source is only for jsonl; a csv map names its source."],
    [["jsonl", "a", "--map", "m"], "--map is only for csv; each line of a jsonl file has its own kind."],
    [["jsonl", "a", "--source", "A B"], '--source "A B" must be 1 to 60 of a-z, 0-9, dot, hyphen and underscore.'],
  ])("reports what is wrong with %j", (args, sentence) => {
    expect(() => readArguments(args)).toThrow(sentence);
  });
});
