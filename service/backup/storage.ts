/**
 * Keeps backups in object storage (S3). Its credentials come from the standard variables `AWS_*` and files of the AWS SDK,
 * which is loaded with the first use.
 */
import { createReadStream, statSync } from "node:fs";
import { Readable } from "node:stream";
import * as z from "zod";
import { BackupError, type BackupSource, openFolder } from "./source";

export interface StorageSettings {
  /** The address of a server that speaks S3 is undefined for Amazon's, and where the AWS configuration names it. */
  readonly endpoint: string | undefined;
  /** The region is undefined where the AWS configuration names it. */
  readonly region: string | undefined;
}

/** Reports storage that cannot be used, as opposed to a backup in it that is damaged. */
export class StorageError extends BackupError {}

export interface StoredFile {
  /** The file has this path below the address. */
  readonly path: string;
  readonly bytes: number;
}

export type Storage = Awaited<ReturnType<typeof openStorage>>;

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./=-]*[\w.=-]))?\/?$/i;
/** One part is in memory at a time (bytes). */
const PART_BYTES = 16 * 1024 ** 2;
const MOST_PARTS = 10_000;
const CONNECT_MS = 10_000;
/** A connection without any traffic is given up (ms). */
const SILENT_MS = 60_000;
/** A download that breaks off goes on where it was, so many times in all. */
const READ_TRIES = 4;

export function isStorageAddress(location: string): boolean {
  return location.startsWith("s3://");
}

/** Returns undefined for an address that is not `s3://<bucket>/<prefix>`. */
export function parseStorageAddress(address: string): { readonly bucket: string; readonly prefix: string } | undefined {
  const [, bucket, prefix = ""] = ADDRESS.exec(address) ?? [];
  return bucket === undefined ? undefined : { bucket, prefix };
}

/**
 * Opens a backup to read it.
 * @param location a folder, or an address such as s3://bucket/prefix/dealflow-20261128T030000Z
 */
export async function openBackup(
  location: string,
  settings: StorageSettings,
  signal: AbortSignal,
): Promise<BackupSource> {
  if (!isStorageAddress(location)) return openFolder(location);
  return (await openStorage(location, settings, signal)).open("");
}

/** @param signal aborts requests in progress */
export async function openStorage(address: string, settings: StorageSettings, signal?: AbortSignal) {
  const parsed = parseStorageAddress(address);
  if (parsed === undefined) throw new BackupError(`${address} is not an address such as s3://bucket/prefix.`);
  const { bucket: Bucket, prefix } = parsed;
  const { endpoint, region } = settings;
  const sdk = await import("./storage-client");
  const client = new sdk.S3Client({
    ...(region === undefined ? {} : { region }),
    // Other servers than Amazon's often have no name for each bucket.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // Many servers do not know the newer checksums, and the manifest has its own.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
  });
  const root = `s3://${Bucket}${prefix === "" ? "" : `/${prefix}`}`;
  const getKey = (path: string) => [prefix, path].filter((part) => part !== "").join("/");
  const abort = signal === undefined ? {} : { abortSignal: signal };
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw signal?.aborted === true ? error : describeFailure(root, endpoint, error);
    }
  };

  /** Returns what begins with this path. */
  async function list(path: string): Promise<StoredFile[]> {
    const below = getKey("");
    const files: StoredFile[] = [];
    await attempt(async () => {
      for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: getKey(path) }, abort))
        for (const { Key = "", Size = 0 } of page.Contents ?? [])
          files.push({ path: below === "" ? Key : Key.slice(below.length + 1), bytes: Size });
    });
    return files;
  }

  async function* read(path: string): AsyncGenerator<Buffer> {
    let from = 0;
    for (let tries = 1; ; tries++) {
      try {
        const range = from === 0 ? {} : { Range: `bytes=${from}-` };
        const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key: getKey(path), ...range }), abort);
        if (!(Body instanceof Readable)) throw new Error("the response has no body");
        for await (const chunk of Body) {
          from += chunk.length;
          yield chunk;
        }
        return;
      } catch (error) {
        if (signal?.aborted === true) throw error;
        if (getStatus(error) === 404) throw new BackupError(`${root}/${path} is missing.`);
        if (from === 0 || tries === READ_TRIES || getStatus(error) !== undefined)
          throw describeFailure(root, endpoint, error);
      }
    }
  }

  return {
    address: root,
    list,
    /** Sends a file of this machine, in parts that fit into memory. */
    async upload(file: string, path: string): Promise<void> {
      const { size } = statSync(file);
      await attempt(async () => {
        const upload = new sdk.Upload({
          client,
          params: { Bucket, Key: getKey(path), Body: createReadStream(file) },
          partSize: Math.max(PART_BYTES, Math.ceil(size / MOST_PARTS)),
          queueSize: 1,
        });
        const stop = () => void upload.abort();
        signal?.addEventListener("abort", stop);
        try {
          await upload.done();
        } finally {
          signal?.removeEventListener("abort", stop);
        }
      });
    },
    async remove(paths: readonly string[]): Promise<void> {
      for (const path of paths)
        await attempt(() => client.send(new sdk.DeleteObjectCommand({ Bucket, Key: getKey(path) }), abort));
    },
    /** @param folder that of the backup below the address; empty for the address itself */
    open(folder: string): BackupSource {
      const getFile = (file: string) => (folder === "" ? file : `${folder}/${file}`);
      const getPath = (file: string) => `${root}/${getFile(file)}`;
      let files: StoredFile[] | undefined;
      return {
        name: folder === "" ? root : `${root}/${folder}`,
        getPath,
        getSize: async (file) => {
          files ??= await list(getFile(""));
          return files.find(({ path }) => path === getFile(file))?.bytes;
        },
        read: (file) => read(getFile(file)),
      };
    },
  };
}

const answered = z.object({ $metadata: z.object({ httpStatusCode: z.number() }) });

/** Returns the status of a response that is an error; undefined when there was no response. */
function getStatus(error: unknown): number | undefined {
  return answered.safeParse(error).data?.$metadata.httpStatusCode;
}

function describeFailure(address: string, endpoint: string | undefined, error: unknown): StorageError {
  const name = error instanceof Error ? error.name : "";
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  const message = (error instanceof Error ? error.message : String(error)).trim().replace(/\.$/, "") || code || name;
  const status = getStatus(error);
  const reason = name === "Error" || name === "" || message === name ? message : `${name}: ${message}`;
  const sentence = (): string => {
    if (name === "CredentialsProviderError")
      return `${address} needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`;
    if (status === undefined)
      return `${address}${endpoint === undefined ? "" : ` at ${endpoint}`} cannot be reached: ${reason}`;
    if (status === 401 || status === 403)
      return `${address} refuses the credentials (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY): ${reason}`;
    if (status === 507 || /Quota|TooLarge|Full|Insufficient/.test(name))
      return `${address} has no room for the backup: ${reason}`;
    if (name === "NoSuchBucket") return `${address} has no such bucket; create it, or correct BACKUP_URL`;
    return `${address} does not take the request (status ${status}): ${reason}`;
  };
  // A log line with the cause would repeat the reason.
  return new StorageError(`${sentence()}.`);
}
