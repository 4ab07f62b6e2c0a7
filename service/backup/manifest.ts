/** Reads and writes `manifest.json`, the last file of a backup, by which every other file of its folder is checked. */
import { hash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import * as z from "zod";
import { BackupError, type BackupSource } from "./source";

const PRODUCT = "dealflow";
/** The number is raised when a reader of the earlier format would restore something wrong. */
const FORMAT = 1;
export const MANIFEST_FILE = "manifest.json";

const count = z.int().nonnegative();
const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const stored = { bytes: count, sha256 };

const content = z.object({
  product: z.literal(PRODUCT),
  format: z.literal(FORMAT),
  /** The versions are those of the program and of the PostgreSQL server. */
  version: z.string(),
  postgres: z.string(),
  /** The snapshot was taken at this instant, ISO 8601. */
  takenAt: z.iso.datetime(),
  /** The installation's secret, sessions and links are among the files. */
  secrets: z.boolean(),
  migrations: z.array(z.object({ name: z.string(), checksum: sha256.nullable() })),
  /** Rows are in COPY's text format, compressed: `<table>.copy.gz`. */
  tables: z.array(z.object({ table: identifier, columns: z.array(identifier).min(1), rows: count, ...stored })),
  omitted: z.array(identifier),
  sequences: z.array(z.object({ name: identifier, value: z.string().regex(/^\d+$/) })),
  files: z.array(z.object({ name: z.enum(["secret", "budgets.json"]), ...stored })),
});

export type Manifest = z.infer<typeof content>;
export type TableEntry = Manifest["tables"][number];
export type FileEntry = Manifest["files"][number];
export const MANIFEST_HEAD = { product: PRODUCT, format: FORMAT } as const;

export function sumManifest({ tables, files }: Manifest): { readonly rows: number; readonly bytes: number } {
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  return { rows: sum(tables.map(({ rows }) => rows)), bytes: sum([...tables, ...files].map(({ bytes }) => bytes)) };
}

export function tableFile(table: string): string {
  return `${table}.copy.gz`;
}

export function writeManifest(folder: string, manifest: Manifest): void {
  const text = JSON.stringify(manifest);
  writeFileSync(
    join(folder, MANIFEST_FILE),
    `${JSON.stringify({ ...manifest, sha256: hash("sha256", text) }, null, 2)}\n`,
    { mode: 0o600, flush: true },
  );
}

/** Throws `BackupError` when there is no backup that this version can restore. */
export async function readManifest(source: BackupSource): Promise<Manifest> {
  const { name } = source;
  if ((await source.getSize(MANIFEST_FILE)) === undefined)
    throw new BackupError(`${name} is not a complete backup: it has no ${MANIFEST_FILE}.`);
  const text = await readText(source.read(MANIFEST_FILE));
  const damaged = new BackupError(`${source.getPath(MANIFEST_FILE)} is damaged: its checksum does not match.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged;
  }
  if (typeof value !== "object" || value === null || !("product" in value) || value.product !== PRODUCT)
    throw new BackupError(`${name} is not a Dealflow backup: its ${MANIFEST_FILE} belongs to another program.`);
  if ("format" in value && typeof value.format === "number" && value.format > FORMAT)
    throw new BackupError(
      `${name} was made by a newer version of Dealflow: its format is ${value.format}; this version reads ${FORMAT}.`,
    );
  const { sha256: written, ...rest } = { sha256: undefined, ...value };
  const parsed = content.safeParse(rest);
  if (!parsed.success || hash("sha256", JSON.stringify(rest)) !== written) throw damaged;
  return parsed.data;
}
