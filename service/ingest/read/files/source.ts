/** Opens a file of any format as one or more members, each of which holds a table. */
import { basename } from "node:path";
import { InputError } from "../input";
import { DiskFile } from "./disk-file";
import { detectFormat, START_BYTES, type TableFormat } from "./format";
import { gunzip, readStart } from "./gunzip";
import { limitUnpacking, UNPACKING_LIMITS, type UnpackingLimits } from "./limits";
import { listTar } from "./tar";
import { type ArchiveEntry, listZip } from "./zip";

/** A member is the file itself, or one file of an archive. It may be read several times, but not at the same time. */
export interface Member {
  /** The name is that of the file without folders, or the path within the archive. */
  readonly name: string;
  /** Messages name the member by its label. */
  readonly label: string;
  readonly format: TableFormat;
  /** The path on disk is null where the bytes come out of an archive. */
  readonly path: string | null;
  /** The size in bytes has the same scale as `position`. */
  readonly size: number;
  /** Returns how much was read since the last call of `chunks`, in bytes. */
  position(): number;
  /** Returns the unpacked bytes. */
  chunks(): AsyncIterable<Buffer>;
  /** Throws `DamagedFile` when the file on disk changed since it was opened. */
  checkUnchanged(): void;
}

export interface Source {
  readonly path: string;
  /** There is at least one. */
  readonly members: readonly Member[];
  /** These members of an archive hold no table. */
  readonly leftOut: readonly string[];
}

/** Throws `InputError` when the file cannot be read, holds no table, or unpacks beyond the limits. */
export async function openSource(path: string, limits: UnpackingLimits = UNPACKING_LIMITS): Promise<Source> {
  const file = new DiskFile(path);
  const name = basename(path);
  const format = detectFormat(name, file.start());
  switch (format) {
    case "zip":
      return archiveSource(file, await listZip(path, limits));
    case "tar":
      return archiveSource(file, await listTar(path, () => file.chunks(), limits));
    case "gzip":
      return gzipSource(file, name, limits);
    case "other":
      throw noTable(path);
    default:
      return single(file, { name, format, path, chunks: () => file.chunks() });
  }
}

async function gzipSource(file: DiskFile, packedName: string, limits: UnpackingLimits): Promise<Source> {
  const { path } = file;
  const unpack = (memberBytes: number) =>
    limitUnpacking(gunzip(file.chunks()), path, () => file.position(), { ...limits, memberBytes });
  const name = packedName.replace(/\.gz$|\.gzip$/i, "").replace(/\.tgz$/i, ".tar");
  // The start of a file that is cut off or damaged may still tell its format; its end is reported when it is reached.
  const start = await readStart(unpack(limits.memberBytes), START_BYTES).catch((error: unknown) => {
    if (error instanceof InputError) throw error;
    return Buffer.alloc(0);
  });
  const format = detectFormat(name, start);
  if (format === "tar") return archiveSource(file, await listTar(path, () => unpack(Number.POSITIVE_INFINITY), limits));
  if (format === "zip" || format === "gzip") throw nested(path, name);
  if (format === "other") throw noTable(path);
  return single(file, { name, format, path: null, chunks: () => unpack(limits.memberBytes) });
}

function single(file: DiskFile, member: Pick<Member, "name" | "format" | "path" | "chunks">): Source {
  const { path, size } = file;
  const position = () => file.position();
  const checkUnchanged = () => file.checkUnchanged();
  return { path, members: [{ ...member, label: path, size, position, checkUnchanged }], leftOut: [] };
}

function archiveSource(file: DiskFile, entries: readonly ArchiveEntry[]): Source {
  const [members, leftOut]: [Member[], string[]] = [[], []];
  for (const entry of entries) {
    const format = detectFormat(entry.name, entry.start);
    if (format === "zip" || format === "tar" || format === "gzip") throw nested(file.path, entry.name);
    if (format === "other" || entry.size === 0) leftOut.push(entry.name);
    else members.push(archiveMember(file, entry, format));
  }
  if (members.length === 0) throw noTable(file.path);
  return { path: file.path, members, leftOut };
}

function archiveMember(file: DiskFile, entry: ArchiveEntry, format: TableFormat): Member {
  // The first bytes of each entry are not needed any more, and would be held as long as the entry.
  const { name, size, chunks: unpack } = entry;
  let read = 0;
  async function* chunks() {
    read = 0;
    for await (const chunk of unpack()) {
      read += chunk.length;
      yield chunk;
    }
  }
  return {
    ...{ name, label: `${file.path}: ${name}`, format, path: null, size },
    ...{ position: () => read, chunks, checkUnchanged: () => file.checkUnchanged() },
  };
}

function nested(path: string, name: string): InputError {
  return new InputError(`${path} contains another archive, ${name}; unpack that first.`);
}

function noTable(path: string): InputError {
  return new InputError(`${path} holds no table; use CSV, XLSX, JSON, JSON Lines or Parquet, or an archive of these.`);
}

/** Returns whether a member's path or name is the pattern, in which `*` stands for any text; case does not matter. */
export function matchesName(name: string, pattern: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"));
  const expression = new RegExp(`^${parts.join(".*")}$`, "i");
  return expression.test(name) || expression.test(basename(name));
}

/** Returns the member that is meant; throws `InputError`, which lists the members, unless it is exactly one. */
export function chooseMember(source: Source, pattern: string | undefined): Member {
  const found = source.members.filter(({ name }) => pattern === undefined || matchesName(name, pattern));
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const names = source.members.map(({ name }) => name).join(", ");
  const count = found.length === 0 ? "no file" : `${found.length} files`;
  throw new InputError(
    pattern === undefined
      ? `${source.path} has ${source.members.length} files; choose one of ${names}.`
      : `${source.path} has ${count} named ${JSON.stringify(pattern)}; it has ${names}.`,
  );
}
