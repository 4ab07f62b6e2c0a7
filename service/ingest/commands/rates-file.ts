/** Opens files of exchange rates, as the European Central Bank publishes them, also in its ZIP. */
import { basename } from "node:path";
import type { FileArguments } from "../arguments/arguments";
import { ECB_RATES } from "../presets";
import { readWhole } from "../read/files/gunzip";
import type { Member, Source } from "../read/files/source";
import { InputError } from "../read/input";
import { isRatesHeader, parseRateDays, type RateDay } from "../values/rates";

/** Rates of all days since 1999 take a megabyte. */
const MOST_BYTES = 32 * 1024 * 1024;

export interface RatesFile {
  readonly member: Member;
  readonly name: string;
  readonly days: readonly RateDay[];
}

/** Returns undefined for a file of anything else; throws `InputError` when the arguments say that it has rates. */
export async function openRates(
  { members, path }: Source,
  { preset, kind, map, format }: Pick<FileArguments, "preset" | "kind" | "map" | "format">,
): Promise<RatesFile | undefined> {
  const isNamed = preset === ECB_RATES;
  if (!isNamed && [preset, kind, map, format].some((given) => given !== undefined)) return undefined;
  const [member] = members;
  const isAlone = member !== undefined && members.length === 1 && member.size <= MOST_BYTES;
  if (!isAlone || !(await hasRatesHeader(member))) {
    if (!isNamed) return undefined;
    throw new InputError(
      `${path} does not hold exchange rates: it needs one table with the columns Date, USD and other currencies.`,
    );
  }
  const tooLarge = () => new InputError(`The file has more than ${MOST_BYTES} bytes.`);
  try {
    const text = (await readWhole(member.chunks(), MOST_BYTES, tooLarge)).toString("utf8");
    return { member, name: basename(path), days: parseRateDays(text) };
  } catch (error) {
    throw new InputError(`${path}: ${error instanceof Error ? error.message : error}`);
  }
}

async function hasRatesHeader(member: Member): Promise<boolean> {
  for await (const chunk of member.chunks())
    return isRatesHeader(chunk.toString("utf8").split(/\r?\n/, 1)[0]?.trim() ?? "");
  return false;
}
