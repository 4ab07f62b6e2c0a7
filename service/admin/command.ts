/** What an administration command is, and how its words are read: `<subject> <verb> --option value`. */
import { parseArgs } from "node:util";
import type pg from "pg";

export interface Option {
  readonly name: string;
  /** Stands for the value in the help text. */
  readonly value: string;
  readonly help: string;
  readonly required: boolean;
}

/** What a command answers: one JSON object for scripts, lines for people. */
export interface Answer {
  readonly json: object;
  readonly lines: readonly string[];
}

export interface Command {
  readonly subject: string;
  readonly verb: string;
  readonly help: string;
  readonly options: readonly Option[];
  run(pool: pg.Pool, given: Given, now: Date): Promise<Answer>;
}

/** A wrong word on the command line: one sentence, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Something the command could not do: one sentence, exit code 1. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/** The options as they were given; every reader throws one sentence that names the option, its value and what is allowed. */
export class Given {
  constructor(private readonly values: Readonly<Record<string, string | undefined>>) {}

  text(name: string): string {
    const value = this.values[name]?.trim();
    if (!value) throw new UsageError(`--${name} is missing.`);
    return value;
  }

  /** A whole number from `min`; `fallback` when the option is absent. */
  count(name: string, min: number, fallback?: number): number {
    const value = this.values[name];
    if (value === undefined && fallback !== undefined) return fallback;
    const number = /^\d{1,12}$/.test(value ?? "") ? Number(value) : Number.NaN;
    if (number >= min) return number;
    throw new UsageError(`--${name} must be a whole number of at least ${min}; got "${value ?? ""}".`);
  }

  /** A whole number in a range, or the one word that stands in its place; undefined when the option is absent. */
  countOr<const W extends string>(
    name: string,
    [min, max]: readonly [number, number],
    word: W,
  ): number | W | undefined {
    const value = this.values[name];
    if (value === undefined || value === word) return value === undefined ? undefined : word;
    const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new UsageError(`--${name} must be a whole number from ${min} to ${max}, or ${word}; got "${value}".`);
  }

  /** One of the words that are allowed; undefined when the option is absent. */
  oneOf<const W extends string>(name: string, words: readonly W[]): W | undefined {
    const value = this.values[name];
    const word = words.find((candidate) => candidate === value);
    if (value === undefined || word !== undefined) return word;
    throw new UsageError(`--${name} must be ${words.join(" or ")}; got "${value}".`);
  }
}

export interface Call {
  readonly command: Command;
  readonly given: Given;
  readonly json: boolean;
}

/** Finds the command that the words name, or throws `UsageError`; undefined when help was asked for. */
export function readCall(words: readonly string[], commands: readonly Command[]): Call | undefined {
  if (words.length === 0 || words.includes("--help") || words.includes("-h")) return undefined;
  const [subject = "", verb = "", ...rest] = words;
  const ofSubject = commands.filter((command) => command.subject === subject);
  if (ofSubject.length === 0)
    throw new UsageError(
      `"${subject}" is not a subject; known are ${unique(commands.map((command) => command.subject))}.`,
    );
  const command = ofSubject.find((candidate) => candidate.verb === verb);
  if (command === undefined)
    throw new UsageError(
      `"${subject} ${verb}" is not a command; ${subject} takes ${unique(ofSubject.map((c) => c.verb))}.`,
    );

  const known = Object.fromEntries(command.options.map((option) => [option.name, { type: "string" as const }]));
  let values: Record<string, string | boolean | undefined>;
  try {
    ({ values } = parseArgs({ args: rest, options: { ...known, json: { type: "boolean" as const } }, strict: true }));
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)} See --help.`);
  }
  const texts: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(values)) if (typeof value === "string") texts[name] = value;
  for (const option of command.options)
    if (option.required && texts[option.name] === undefined)
      throw new UsageError(`--${option.name} is missing: ${usageOf(command)}`);
  return { command, given: new Given(texts), json: values.json === true };
}

function unique(words: readonly string[]): string {
  return [...new Set(words)].join(", ");
}

export function usageOf(command: Command): string {
  const options = command.options.map((option) => {
    const text = `--${option.name} <${option.value}>`;
    return option.required ? text : `[${text}]`;
  });
  return ["npm run admin --", command.subject, command.verb, ...options].join(" ");
}

/** Help on all commands, or on those of one subject when the words name one. */
export function helpText(words: readonly string[], commands: readonly Command[]): string {
  const chosen = commands.filter((command) => words[0] === command.subject && (!words[1] || words[1] === command.verb));
  const shown = chosen.length > 0 ? chosen : commands;
  return shown
    .flatMap((command) => [
      usageOf(command),
      `    ${command.help}`,
      ...command.options.map((option) => `    --${option.name}: ${option.help}`),
    ])
    .concat(
      "",
      "Every command takes --json (with `npm run -s admin -- …` one JSON object is printed and nothing else).",
    )
    .join("\n");
}
