/**
 * Parses the options of a program strictly, because ignoring a mistyped option would run something else than the
 * operator meant.
 */
import { parseArgs } from "node:util";
import { nearest } from "@dealflow/contract/query/nearest";

/** An invalid argument on the command line ends the program with one sentence and exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

type OptionTypes = Readonly<
  Record<string, { readonly type: "string" | "boolean"; readonly short?: string | undefined }>
>;

/** Absent options are undefined; those without a value are true. */
type Values<O extends OptionTypes> = {
  readonly [Name in keyof O]?: O[Name]["type"] extends "boolean" ? boolean : string;
};

export interface ProgramOptions<O extends OptionTypes> {
  readonly values: Values<O>;
  readonly positionals: readonly string[];
}

/**
 * Throws `UsageError` for an unknown option, with the nearest known one, and for one that is repeated or lacks its
 * value.
 */
export function parseOptions<const O extends OptionTypes>(args: readonly string[], types: O): ProgramOptions<O> {
  const options = Object.fromEntries(
    Object.entries(types).map(([name, { type, short }]) => [name, short === undefined ? { type } : { type, short }]),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const values: Record<string, string | boolean> = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    const type = Object.hasOwn(types, name) ? types[name]?.type : undefined;
    if (type === undefined) throw new UsageError(unknownOption(name, rawName, Object.keys(types)));
    if (Object.hasOwn(values, name)) throw new UsageError(`--${name} is given twice.`);
    if (type === "boolean") {
      if (value !== undefined) throw new UsageError(`--${name} takes no value; got "${value}".`);
      values[name] = true;
      continue;
    }
    if (value === undefined || value === "") throw new UsageError(`--${name} needs a value.`);
    // The next option, whose predecessor was left without its value. No option has the name of a number.
    if (!inlineValue && /^-[^\d]/.test(value))
      throw new UsageError(`--${name} needs a value; write --${name}=${value} if "${value}" is one.`);
    values[name] = value;
  }
  return { values: values as Values<O>, positionals };
}

/** Parses the options of programs without positional arguments. */
export function parseOnlyOptions<const O extends OptionTypes>(args: readonly string[], types: O): Values<O> {
  const { values, positionals } = parseOptions(args, types);
  const [extra] = positionals;
  if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}".`);
  return values;
}

function unknownOption(name: string, rawName: string, known: readonly string[]): string {
  const near = nearest(name, known);
  if (near !== undefined) return `Unknown option ${rawName}; did you mean --${near}?`;
  const all = known.map((one) => `--${one}`).join(", ");
  return `Unknown option ${rawName}; ${all === "" ? "there are no options" : `use ${all}`}.`;
}
