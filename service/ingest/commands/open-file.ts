/** Opens the file of an import with the map that is given or proposed. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { UsageError } from "@/service/program-options";
import type { FileArguments } from "../arguments";
import type { RowFormats } from "../check-row";
import type { Kind } from "../fields";
import { type MemberProposal, proposeSource } from "../propose/propose-member";
import { type Member, openSource, type Source } from "../read/files/source";
import { InputError } from "../read/input";
import { type ImportMap, loadMap, parseMap } from "../read/map";
import type { ReadRow } from "../read/read-csv";
import { isOwnForm, readOwnLines } from "../read/read-jsonl";
import { openMapped } from "../read/read-mapped";
import { openTable } from "../read/tables/open-table";
import { PLAIN_NUMBERS } from "../values/amounts";

export interface OpenedFile {
  readonly source: string;
  /** Null for lines in our own form. */
  readonly map: ImportMap | null;
  /** What was proposed, where no map was given. */
  readonly proposal: MemberProposal | null;
  readonly formats: Pick<RowFormats, "dates" | "numbers">;
  readonly digest: Buffer;
  readonly member: Member;
  /** The names of the columns; none for lines in our own form. */
  readonly header: readonly string[];
  readonly rows: AsyncIterable<ReadRow>;
  /** Returns how many rows the map leaves out, as far as they were read. */
  leftOut(): number;
  /** Returns what was noticed about the whole file, one sentence each. */
  notes(): string[];
}

/** Throws `InputError`, `MapError`, `ColumnError` or `UsageError`, each with one sentence, before a row is read. */
export async function openFile(args: FileArguments): Promise<OpenedFile> {
  const given = args.map === undefined ? undefined : givenMap(args.map, args.kind);
  const file = await openSource(args.file);
  const own = given === undefined ? await ownMember(file, args) : undefined;
  const digest = await fileDigest(args.file);
  if (own !== undefined) {
    const formats = { dates: ["iso"] as const, numbers: PLAIN_NUMBERS };
    const rows = readOwnLines(own.chunks(), own.label);
    const source = args.source ?? "jsonl";
    return {
      source,
      map: null,
      proposal: null,
      formats,
      digest,
      member: own,
      header: [],
      rows,
      leftOut: () => 0,
      notes: () => [],
    };
  }
  const proposal = given === undefined ? await bestProposal(file, args) : null;
  const map = given ?? parseMap(proposal?.map, "that was proposed");
  const { member, header, rows, leftOut, notes } = await openMapped(file, map);
  const formats = { dates: map.dates, numbers: map.numbers };
  const others = proposal === null ? [] : leftOutMembers(file, proposal);
  return {
    ...{ source: args.source ?? map.source, map, proposal, formats, digest, member, header, rows, leftOut },
    notes: () => [...(proposal?.assumptions ?? []), ...others, ...notes()],
  };
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

/** Throws `InputError` when no table of the file has what its kind needs. */
export async function bestProposal(file: Source, { kind }: Pick<FileArguments, "kind">): Promise<MemberProposal> {
  const [best] = await proposeSource(file, { kind });
  if (best === undefined) throw new InputError(`${file.path} has no table.`);
  if (best.missing.length > 0)
    throw new InputError(
      `${best.member.label} has no column for ${best.missing.join(" and ")}, so it cannot be imported as ${best.kind}; name its columns in a map (--map), or its kind (--kind).`,
    );
  return best;
}

function leftOutMembers(file: Source, { member }: MemberProposal): string[] {
  return file.members
    .filter((one) => one !== member)
    .map(({ name }) => `${name} was not read; to import it, name it in the "file" of a map.`);
}

/** Returns the SHA-256 of a file. */
async function fileDigest(file: string): Promise<Buffer> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest();
}
