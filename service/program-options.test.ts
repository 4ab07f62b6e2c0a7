import { expect, it } from "vitest";
import { parseOnlyOptions, parseOptions } from "./program-options";

const TYPES = {
  "dry-run": { type: "boolean" },
  map: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

it("reads options, in any order, and positional arguments", () => {
  expect(parseOptions(["csv", "--map=a", "-h", "file", "--dry-run"], TYPES)).toEqual({
    values: { map: "a", help: true, "dry-run": true },
    positionals: ["csv", "file"],
  });
  expect(parseOptions(["--map", "-", "--", "--dry-run"], { map: { type: "string" } }).positionals).toEqual([
    "--dry-run",
  ]);
  expect(parseOptions(["--map", "-5"], TYPES).values).toEqual({ map: "-5" });
});

it.each([
  [["--dryrun"], "Unknown option --dryrun; did you mean --dry-run?"],
  [["-x"], "Unknown option -x; use --dry-run, --map, --help."],
  [["--constructor"], "Unknown option --constructor; use --dry-run, --map, --help."],
  [["--map"], "--map needs a value."],
  [["--map", "--dry-run"], '--map needs a value; write --map=--dry-run if "--dry-run" is one.'],
  [["--map", "a", "--map", "b"], "--map is given twice."],
  [["--dry-run=yes"], '--dry-run takes no value; got "yes".'],
  [["extra"], 'Unexpected argument "extra".'],
])("refuses %j in one sentence", (args, sentence) => {
  expect(() => parseOnlyOptions(args, TYPES)).toThrow(
    expect.objectContaining({ name: "UsageError", message: sentence }),
  );
});

it("says that a program has no options", () => {
  expect(() => parseOnlyOptions(["--port=1"], {})).toThrow("Unknown option --port; there are no options.");
});
