/** Opens the file of an import with the map that is given or proposed, or with the maps of the public source it is from. */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { UsageError } from "@/service/program-options";
import type { FileArguments } from "../arguments/arguments";
import type { RowFormats } from "../check-row";
import type { Kind } from "../fields";
import { sourceName } from "../propose/header-shape";
import { type MemberProposal, proposeSource, requireFields } from "../propose/propose-member";
import { rememberedMap } from "../propose/remembered-maps";
import { fileDigest } from "../read/files/disk-file";
import { type Member, matchesName, openSource, type Source } from "../read/files/source";
import { isOwnForm, readOwnLines } from "../read/jsonl-row";
import { type ImportMap, loadMap, parseMap } from "../read/map";
import { type MappedRows, openMapped } from "../read/read-mapped";
import { openTable } from "../read/tables/open-table";
import { PLAIN_NUMBERS } from "../values/amounts";
import { OWN_DATES } from "../values/dates";
import type { RateDay } from "../values/rates";
import { openRates, type RatesFile } from "./rates-file";
import { type RecognizedFile, readsSome, recognizeFile, requirePreset } from "./recognize";

/** A part is imported as one import. Lines in our own form have no header. */
export interface OpenedPart extends MappedRows {
  /** The list of imports shows this name. */
  readonly name: string;
  readonly source: string;
  /** It is null for lines in our own form. */
  readonly map: ImportMap | null;
  /** The proposal is null where a map was given. */
  readonly proposal: MemberProposal | null;
  readonly formats: Pick<RowFormats, "dates" | "numbers">;
  /** Differs for parts of one file, so that each goes on where it was interrupted. */
  readonly digest: Buffer;
  /** The part has exchange rates instead of rows. */
  readonly rates?: readonly RateDay[];
}

/** Opens one part; the files that a map joins are in memory until its rows were read. */
export type OpenPart = () => Promise<OpenedPart>;

/**
 * Returns the parts of a file in the order in which they are imported: one, or several for a public source with several
 * kinds of records. This function and those that it returns throw `InputError`, `MapError`, `ColumnError` or
 * `UsageError`, each with one sentence, before a row is read.
 */
export async function openFile(args: FileArguments, dataDir: string): Promise<readonly OpenPart[]> {
  const given = args.map === undefined ? undefined : givenMap(args.map, args.kind);
  const file = await openSource(args.file);
  const rates = await openRates(file, args);
  if (rates !== undefined) return [async () => ratesPart(rates, args, await fileDigest(args.file))];
  const own = given === undefined && args.preset === undefined ? await ownMember(file, args) : undefined;
  const digest = await fileDigest(args.file);
  if (own !== undefined) return [async () => ownLines(own, args, digest)];
  const recognized = await findPreset(file, args, given);
  if (recognized !== undefined) return presetParts(file, recognized, args, digest);
  return [() => mappedPart(file, given, args, { digest, dataDir })];
}

/** Returns the public source of a file: the one that is named, else the one that is recognized where no map is given. */
export async function findPreset(
  file: Source,
  args: Pick<FileArguments, "preset" | "kind">,
  given: ImportMap | undefined,
): Promise<RecognizedFile | undefined> {
  if (args.preset !== undefined) return requirePreset(file, args.preset);
  if (given === undefined) return args.kind === undefined ? recognizeFile(file) : undefined;
  if (given.preset === undefined) return undefined;
  const recognized = await recognizeFile(file);
  if (recognized?.preset.name !== given.preset) return undefined;
  // The map of the part that a person saw and perhaps changed replaces the part's own.
  const index = recognized.parts.findIndex(({ map }) => map.kind === given.kind && map.file === given.file);
  return { ...recognized, parts: recognized.parts.map((part, at) => (at === index ? { ...part, map: given } : part)) };
}

const SEPARATE_CHECKS = "A dry run checks each part alone, so companies of several parts are counted in each.";

function presetParts(file: Source, found: RecognizedFile, args: FileArguments, digest: Buffer): OpenPart[] {
  const { preset, parts } = found;
  const how = args.preset === undefined ? `was recognized as ${preset.title}; it` : `holds ${preset.title}. It`;
  const isAlone = parts.length === 1;
  return parts.map(({ map, member }, index) => async () => {
    const others = index === 0 ? unreadMembers(file, parts) : [];
    const opened = await openPart(file, map, args);
    const partName = `${map.kind} ${member.name} ${index}`;
    return {
      ...{ ...opened, proposal: null, member },
      name: file.members.length === 1 ? basename(args.file) : `${basename(args.file)} › ${basename(member.name)}`,
      digest: isAlone ? digest : createHash("sha256").update(digest).update(partName).digest(),
      notes: () => [
        `The file ${how} is read by the maps of ${preset.name}.`,
        ...(args.dryRun && !isAlone ? [SEPARATE_CHECKS] : []),
        ...others,
        ...opened.notes(),
      ],
    };
  });
}

async function openPart(file: Source, map: ImportMap, { source = map.source }: FileArguments) {
  return { ...(await openMapped(file, map)), source, map, formats: { dates: map.dates, numbers: map.numbers } };
}

function unreadMembers(file: Source, parts: RecognizedFile["parts"]): string[] {
  const joined = parts.flatMap(({ map }) => map.joins.flatMap((join) => [join, ...(join.joins ?? [])]));
  const isRead = (member: Member) =>
    parts.some((part) => part.member === member) || joined.some((join) => matchesName(member.name, join.file));
  const names = file.members.filter((member) => !isRead(member)).map(({ name }) => basename(name));
  return names.length === 0 ? [] : [`Files of the archive that were not read: ${names.join(", ")}.`];
}

/** A part that no map reads has no names of columns either, and all of its rows are read. */
const WITHOUT_MAP = { map: null, proposal: null, header: [], leftOut: () => 0, notes: () => [] };

function ratesPart({ name, member, days }: RatesFile, args: FileArguments, digest: Buffer): OpenedPart {
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  return {
    ...{ ...WITHOUT_MAP, name, source: args.source ?? "ecb", digest, member, rates: days },
    formats: { dates: ["iso"], numbers: PLAIN_NUMBERS },
    rows: (async function* () {})(),
    notes: () => [`The file has exchange rates of ${first} to ${last}; later imports convert amounts by them.`],
  };
}

function ownLines(member: Member, args: FileArguments, digest: Buffer): OpenedPart {
  return {
    ...{ ...WITHOUT_MAP, name: basename(args.file), source: args.source ?? sourceName(args.file), digest, member },
    formats: { dates: OWN_DATES, numbers: PLAIN_NUMBERS },
    rows: readOwnLines(member.chunks(), member.label),
  };
}

async function mappedPart(
  file: Source,
  given: ImportMap | undefined,
  args: FileArguments,
  { digest, dataDir }: { readonly digest: Buffer; readonly dataDir: string },
): Promise<OpenedPart> {
  const found = given === undefined ? await findMap(file, args, dataDir) : { map: given, proposal: null, notes: [] };
  const { map, proposal } = found;
  const opened = await openPart(file, map, args);
  const others = proposal === null ? [] : leftOutMembers(file, proposal);
  const notes = () => [...found.notes, ...(proposal?.assumptions ?? []), ...others, ...opened.notes()];
  return { ...opened, proposal, name: basename(args.file), digest, notes };
}

/** Returns the map that was last used for a file with these columns, without a proposal, else a proposed one; throws `InputError`. */
export async function findMap(file: Source, args: Pick<FileArguments, "kind" | "proposes">, dataDir: string) {
  const [proposal] = await proposeSource(file, { kind: args.kind });
  const remembered = args.proposes ? undefined : proposal && rememberedMap(dataDir, proposal.shape, file.path);
  const isOfKind = args.kind === undefined || args.kind === remembered?.kind;
  if (remembered !== undefined && isOfKind && (await readsSome(file, remembered)))
    return {
      map: remembered,
      proposal: null,
      notes: ["The columns are read by the map of the last file that had them."],
    };
  const best = requireFields(file, proposal);
  return { map: parseMap(best.map, "that was proposed"), proposal: best, notes: [] };
}

async function ownMember(file: Source, args: FileArguments): Promise<Member | undefined> {
  const lines = file.members.find(({ format }) => format === "jsonl");
  if (args.format === "jsonl") {
    const [member] = file.members;
    return lines ?? member;
  }
  if (args.format === "csv" || lines === undefined) return undefined;
  const { header } = await openTable(lines);
  return isOwnForm(header) ? lines : undefined;
}

function givenMap(name: string, kind: Kind | undefined): ImportMap {
  const map = loadMap(name);
  if (kind === undefined || kind === map.kind) return map;
  throw new UsageError(`--kind ${kind} does not match the map ${name}, which is for ${map.kind}.`);
}

function leftOutMembers(file: Source, { member }: MemberProposal): string[] {
  return file.members
    .filter((one) => one !== member)
    .map(({ name }) => `${name} was not read; to import it, name it in the "file" of a map.`);
}
