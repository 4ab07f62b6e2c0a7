/** What an administration command is, and how its words are read: `<subject> <verb> --option value`. */
import { parseArgs } from "node:util";
import type pg from "pg";
import type { Config } from "@/service/config";

export interface Option {
  readonly name: string;
  /** Stands for the value in the help text; null for an option that takes none. */
  readonly value: string | null;
  readonly help: string;
  readonly required: boolean;
}

/** What a command answers: one JSON object for scripts, lines for people. */
export interface Answer {
  readonly json: object;
  readonly lines: readonly string[];
}

export interface Usage {
  readonly subject: string;
  /** Empty for a command of one word. */
  readonly verb: string;
  /** The one word that follows the command's own, by what stands for it in the help text. */
  readonly argument?: string;
  readonly help: string;
  readonly options: readonly Option[];
}

/** A command on the database, which is brought to the schema of this version first. */
export interface Command extends Usage {
  run(pool: pg.Pool, given: Given, now: Date): Promise<Answer>;
}

/** A command that opens the database itself, as it is. */
export interface InstallationCommand extends Usage {
  /** @param signal aborted when the operator stops the command */
  runOn(config: Config, given: Given, signal: AbortSignal): Promise<Answer>;
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

  /** Whether an option without a value was given. */
  flag(name: string): boolean {
    return this.values[name] !== undefined;
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

export interface Call<C extends Usage> {
  readonly command: C;
  readonly given: Given;
  readonly json: boolean;
}

/** Finds the command that the words name, or throws `UsageError`; undefined when help was asked for. */
export function readCall<C extends Usage>(words: readonly string[], commands: readonly C[]): Call<C> | undefined {
  if (words.length === 0 || words.includes("--help") || words.includes("-h")) return undefined;
  const [subject = ""] = words;
  const ofSubject = commands.filter((command) => command.subject === subject);
  if (ofSubject.length === 0)
    throw new UsageError(
      `"${subject}" is not a subject; known are ${unique(commands.map((command) => command.subject))}.`,
    );
  const verb = ofSubject[0]?.verb === "" ? "" : (words[1] ?? "");
  const command = ofSubject.find((candidate) => candidate.verb === verb);
  if (command === undefined)
    throw new UsageError(
      `"${subject} ${verb}" is not a command; ${subject} takes ${unique(ofSubject.map((c) => c.verb))}.`,
    );
  return { command, ...readOptions(command, words.slice(verb === "" ? 1 : 2)) };
}

function readOptions(command: Usage, words: readonly string[]): Omit<Call<Usage>, "command"> {
  const known = Object.fromEntries(
    command.options.map(({ name, value }) => [
      name,
      { type: value === null ? ("boolean" as const) : ("string" as const) },
    ]),
  );
  let values: Record<string, string | boolean | undefined>;
  let positionals: string[];
  try {
    ({ values, positionals } = parseArgs({
      args: [...words],
      options: { ...known, json: { type: "boolean" as const } },
      allowPositionals: command.argument !== undefined,
      strict: true,
    }));
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)} See --help.`);
  }
  const texts: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(values)) if (value !== undefined) texts[name] = String(value);
  for (const option of command.options)
    if (option.required && texts[option.name] === undefined)
      throw new UsageError(`--${option.name} is missing: ${usageOf(command)}`);
  if (command.argument !== undefined) {
    const [argument = "", more] = positionals;
    if (argument.trim() === "") throw new UsageError(`<${command.argument}> is missing: ${usageOf(command)}`);
    if (more !== undefined)
      throw new UsageError(`There is one <${command.argument}> too many, "${more}": ${usageOf(command)}`);
    texts[command.argument] = argument;
  }
  return { given: new Given(texts), json: values.json === true };
}

function unique(words: readonly string[]): string {
  return [...new Set(words)].join(", ");
}

export function usageOf(command: Usage): string {
  const words = [command.subject, command.verb, command.argument && `<${command.argument}>`].filter(Boolean);
  const options = command.options.map((option) => {
    const text = option.value === null ? `--${option.name}` : `--${option.name} <${option.value}>`;
    return option.required ? text : `[${text}]`;
  });
  return ["npm run admin --", ...words, ...options].join(" ");
}

/** Help on all commands, or on those of one subject when the words name one. */
export function helpText(words: readonly string[], commands: readonly Usage[]): string {
  const [subject, verb] = words.filter((word) => !word.startsWith("-"));
  const chosen = commands.filter(
    (command) => subject === command.subject && (!verb || !command.verb || verb === command.verb),
  );
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
