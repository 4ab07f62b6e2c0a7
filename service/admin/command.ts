/** Defines administration commands, and parses their arguments: `<subject> <verb> --option value`. */
import { isUuid } from "@dealflow/contract/query/syntax";
import type pg from "pg";
import type { Config } from "@/service/config";
import { parseOptions, UsageError } from "@/service/program-options";

export interface Option {
  readonly name: string;
  /** The placeholder of the value in the help text; an option that takes none has none. */
  readonly value?: string;
  readonly help: string;
  readonly required?: boolean;
}

/** A command returns one JSON object for scripts, and lines for people. */
export interface CommandResult {
  readonly json: object;
  readonly lines: readonly string[];
  /** It is true when it found a problem: the exit code is 1. */
  readonly failed?: boolean;
}

export interface Usage {
  readonly subject: string;
  /** A command without a verb has an empty one. */
  readonly verb: string;
  /** The help text shows this placeholder of the positional argument. */
  readonly argument?: string;
  readonly help: string;
  readonly options: readonly Option[];
}

/** These settings of the installation change what a command does. */
export interface CommandSettings {
  readonly dashboardUrl: string;
  readonly sendsMail: boolean;
  readonly demoAccount: boolean;
  /** A service makes backups by a schedule. */
  readonly makesBackups: boolean;
}

export function readCommandSettings(config: Config): CommandSettings {
  const { dashboardUrl, smtpUrl, demoAccount, backups } = config;
  return { dashboardUrl, sendsMail: smtpUrl !== undefined, demoAccount, makesBackups: backups !== undefined };
}

/** The database is brought to the schema of this version before the command runs. */
export interface Command extends Usage {
  run(pool: pg.Pool, options: OptionValues, now: Date, settings: CommandSettings): Promise<CommandResult>;
}

/** This kind of command opens the database itself, as it is. */
export interface InstallationCommand extends Usage {
  /** @param signal aborted when the operator stops the command */
  runOn(config: Config, options: OptionValues, signal: AbortSignal): Promise<CommandResult>;
}

export function defineCommands(
  subject: string,
  commands: Readonly<Record<string, Omit<Command, "subject" | "verb">>>,
): readonly Command[] {
  return Object.entries(commands).map(([verb, command]) => ({ subject, verb, ...command }));
}

/** The message is one sentence; the exit code is 1. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/**
 * Reads the given options; every reader throws one sentence that names the option, its value and the allowed values.
 */
export class OptionValues {
  constructor(readonly values: Readonly<Record<string, string | undefined>>) {}

  text(name: string): string {
    const value = this.values[name]?.trim();
    if (!value) throw new UsageError(`--${name} is missing.`);
    return value;
  }

  /** Tells whether an option without a value was given. */
  flag(name: string): boolean {
    return this.values[name] !== undefined;
  }

  /** Returns a whole number from `min`; `fallback` when the option is absent. */
  count(name: string, min: number, fallback?: number): number {
    const value = this.values[name];
    if (value === undefined && fallback !== undefined) return fallback;
    const number = /^\d{1,12}$/.test(value ?? "") ? Number(value) : Number.NaN;
    if (number >= min) return number;
    throw new UsageError(`--${name} must be a whole number of at least ${min}; got "${value ?? ""}".`);
  }

  /** Returns a whole number that may be negative, but not 0. */
  change(name: string): number {
    const value = this.values[name] ?? "";
    const number = /^[+-]?\d{1,12}$/.test(value) ? Number(value) : 0;
    if (number !== 0) return number;
    throw new UsageError(`--${name} must be a whole number such as 5, or --${name}=-5, and not 0; got "${value}".`);
  }

  /** Returns a whole number in a range, or the one keyword allowed instead; undefined when the option is absent. */
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

  /** Returns the beginning of a day (UTC); undefined when the option is absent. */
  day(name: string): Date | undefined {
    const value = this.values[name];
    if (value === undefined) return undefined;
    const day = new Date(`${value}T00:00:00Z`);
    if (/^\d{4}-\d{2}-\d{2}$/.test(value) && day.toJSON()?.startsWith(value)) return day;
    throw new UsageError(`--${name} must be a day such as 2026-11-05; got "${value}".`);
  }

  uuid(name: string, what: string): string | undefined {
    const value = this.values[name]?.trim();
    if (value === undefined || isUuid(value)) return value;
    throw new UsageError(`--${name} must be ${what}; got "${value}".`);
  }

  choice<const W extends string>(name: string, args: readonly W[]): W | undefined {
    const value = this.values[name];
    const word = args.find((candidate) => candidate === value);
    if (value === undefined || word !== undefined) return word;
    throw new UsageError(`--${name} must be ${args.join(" or ")}; got "${value}".`);
  }
}

export interface ParsedCommand<C extends Usage> {
  readonly command: C;
  readonly options: OptionValues;
  readonly json: boolean;
}

/** Finds the command of the arguments, or throws `UsageError`. Returns undefined when help was requested. */
export function parseCommand<C extends Usage>(
  args: readonly string[],
  commands: readonly C[],
): ParsedCommand<C> | undefined {
  if (args.length === 0 || args.includes("--help") || args.includes("-h")) return undefined;
  const [subject = ""] = args;
  const ofSubject = commands.filter((command) => command.subject === subject);
  if (ofSubject.length === 0)
    throw new UsageError(
      `Unknown subject "${subject}"; use one of ${unique(commands.map((command) => command.subject))}.`,
    );
  const verb = ofSubject[0]?.verb === "" ? "" : (args[1] ?? "");
  const command = ofSubject.find((candidate) => candidate.verb === verb);
  if (command === undefined) {
    const problem = verb === "" ? `The command of "${subject}" is missing` : `Unknown command "${subject} ${verb}"`;
    throw new UsageError(`${problem}; ${subject} supports ${unique(ofSubject.map((c) => c.verb))}.`);
  }
  return { command, ...readOptions(command, args.slice(verb === "" ? 1 : 2)) };
}

function readOptions(command: Usage, args: readonly string[]): Omit<ParsedCommand<Usage>, "command"> {
  const known = Object.fromEntries(
    command.options.map(({ name, value }) => [name, { type: value === undefined ? "boolean" : "string" } as const]),
  );
  const { values, positionals } = parseOptions(args, { ...known, json: { type: "boolean" as const } });
  const texts: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(values)) if (value !== undefined) texts[name] = String(value);
  for (const option of command.options)
    if (option.required && texts[option.name] === undefined)
      throw new UsageError(`--${option.name} is missing: ${getUsage(command)}`);
  const [argument = ""] = positionals;
  const extra = positionals[command.argument === undefined ? 0 : 1];
  if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}": ${getUsage(command)}`);
  if (command.argument !== undefined) {
    if (argument.trim() === "") throw new UsageError(`<${command.argument}> is missing: ${getUsage(command)}`);
    texts[command.argument] = argument;
  }
  return { options: new OptionValues(texts), json: values.json === true };
}

function unique(args: readonly string[]): string {
  return [...new Set(args)].join(", ");
}

export function getUsage(command: Usage): string {
  const args = [command.subject, command.verb, command.argument && `<${command.argument}>`].filter(Boolean);
  const options = command.options.map((option) => {
    const text = option.value === undefined ? `--${option.name}` : `--${option.name} <${option.value}>`;
    return option.required ? text : `[${text}]`;
  });
  return ["npm run admin --", ...args, ...options].join(" ");
}

/** Returns help on all commands, or on those of one subject when the arguments name one. */
export function helpText(args: readonly string[], commands: readonly Usage[]): string {
  const [subject, verb] = args.filter((word) => !word.startsWith("-"));
  const selected = commands.filter(
    (command) => subject === command.subject && (!verb || !command.verb || verb === command.verb),
  );
  const listed = selected.length > 0 ? selected : commands;
  return listed
    .flatMap((command) => [
      getUsage(command),
      `    ${command.help}`,
      ...command.options.map((option) => `    --${option.name}: ${option.help}`),
    ])
    .concat("", "Every command accepts --json; `npm run -s admin -- …` then prints one JSON object and nothing else.")
    .join("\n");
}
