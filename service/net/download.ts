/**
 * Downloads a file from an address that a person entered, with the guards of webhooks: no private network, no redirect,
 * limits of size and time. An interrupted download goes on where it stopped when the file there is still the same.
 */
import { createWriteStream } from "node:fs";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { pipeline } from "node:stream/promises";
import type { Network } from "@/lib/net/address";
import { getGuardedContext, guardedLookup, RefusedTargetError, vetTarget } from "./guard";
import { type Resolve, resolveName } from "./resolve";
import { literalAddress, parseTarget } from "./target";

export interface DownloadSettings {
  /** These networks are allowed too, over plain HTTP and on any port (`WEBHOOK_ALLOW_CIDRS`). */
  readonly allowed: readonly Network[];
  /** These certificate authorities are added to the public ones, as PEM (`WEBHOOK_CA`). */
  readonly ca: string | undefined;
  readonly mostBytes: number;
  /** The whole download takes at most this long (ms). */
  readonly deadlineMs: number;
  /** Nothing arrives for at most this long (ms). */
  readonly silenceMs: number;
  readonly resolve?: Resolve;
}

/** Says which version of the file is known, for a conditional request. */
export interface FileVersion {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** The address could not be downloaded; the message is one sentence. */
class DownloadError extends Error {
  override readonly name = "DownloadError";
}

/** Writes the file, and returns its version; undefined when it is still the known one. Throws `DownloadError`. */
export async function downloadFile(
  address: string,
  known: FileVersion,
  file: string,
  settings: DownloadSettings,
): Promise<FileVersion | undefined> {
  const url = parseTarget(address);
  if (typeof url === "string") throw new DownloadError(url);
  const [part, tag] = [`${file}.part`, `${file}.part-etag`];
  const begun = {
    bytes: (await stat(part).catch(() => undefined))?.size ?? 0,
    etag: strongTag(await readFile(tag, "utf8").catch(() => null)),
  };
  const isResumed = begun.bytes > 0 && begun.etag !== null;
  const abort = new AbortController();
  const deadline = setTimeout(() => abort.abort(), settings.deadlineMs);
  try {
    const response = await request(url, requestHeaders(known, isResumed ? begun : undefined), abort.signal, settings);
    const { statusCode: status = 0, headers } = response;
    if (status === 304) {
      response.resume();
      return undefined;
    }
    const version = { etag: headers.etag ?? null, lastModified: headers["last-modified"] ?? null };
    if (status !== 200 && status !== 206) {
      response.destroy();
      // The part does not belong to what is there now.
      if (status === 416) await rm(part, { force: true });
      throw new DownloadError(statusSentence(url, status, headers.location));
    }
    const isRest = isResumed && headers["content-range"]?.startsWith(`bytes ${begun.bytes}-`) === true;
    if (status === 206 && !isRest) {
      response.destroy();
      await rm(part, { force: true });
      throw new DownloadError(`${url.host} answered with another part of the file than was requested.`);
    }
    const from = status === 206 ? begun.bytes : 0;
    const announced = Number(headers["content-length"] ?? 0) + from;
    if (announced > settings.mostBytes) {
      response.destroy();
      throw new DownloadError(sizeSentence(url, settings));
    }
    await writeFile(tag, strongTag(version.etag) ?? "");
    await pipeline(
      response,
      async function* (chunks: AsyncIterable<Buffer>) {
        let bytes = from;
        for await (const chunk of chunks) {
          bytes += chunk.length;
          if (bytes > settings.mostBytes) throw new DownloadError(sizeSentence(url, settings));
          yield chunk;
        }
      },
      createWriteStream(part, { flags: from === 0 ? "w" : "a" }),
      { signal: abort.signal },
    );
    if (!response.complete) throw new Error("aborted");
    await rename(part, file);
    await rm(tag, { force: true });
    return version;
  } catch (error) {
    if (error instanceof DownloadError) throw error;
    throw new DownloadError(failureSentence(url, error, abort.signal.aborted));
  } finally {
    clearTimeout(deadline);
  }
}

/** Only a strong tag says that the bytes are the same (RFC 9110, section 13.1.5). */
function strongTag(etag: string | null): string | null {
  return etag?.startsWith('"') === true ? etag : null;
}

function requestHeaders(
  { etag, lastModified }: FileVersion,
  begun: { readonly bytes: number; readonly etag: string | null } | undefined,
): Record<string, string> {
  return {
    "User-Agent": "Dealflow import",
    Accept: "*/*",
    ...(etag !== null && { "If-None-Match": etag }),
    ...(lastModified !== null && { "If-Modified-Since": lastModified }),
    ...(begun && { Range: `bytes=${begun.bytes}-`, "If-Range": begun.etag ?? "" }),
  };
}

function request(
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
  { allowed, ca, silenceMs, resolve = resolveName }: DownloadSettings,
): Promise<IncomingMessage> {
  const literal = literalAddress(url);
  if (literal !== undefined) vetTarget(url, [literal], allowed);
  const isSecure = url.protocol === "https:";
  return new Promise((done, fail) => {
    const sent = (isSecure ? https : http).get(
      url,
      {
        ...{ headers, signal, agent: false, lookup: guardedLookup(url, allowed, resolve) },
        ...(isSecure ? { secureContext: getGuardedContext(ca) } : {}),
      },
      done,
    );
    sent.setTimeout(silenceMs, () => sent.destroy(new Error("nothing arrived for too long")));
    sent.once("error", fail);
  });
}

function statusSentence({ host }: URL, status: number, location: string | undefined): string {
  if (status >= 300 && status < 400 && location !== undefined)
    return `${host} redirects to another address, which is not followed; use the final address.`;
  return `${host} answered with status ${status} instead of a file.`;
}

function sizeSentence({ host }: URL, { mostBytes }: DownloadSettings): string {
  return `The file of ${host} is larger than ${mostBytes} bytes.`;
}

function failureSentence({ host }: URL, error: unknown, isLate: boolean): string {
  if (error instanceof RefusedTargetError) return error.message;
  if (isLate) return `The download from ${host} took too long.`;
  return `The download from ${host} failed: ${error instanceof Error ? error.message : String(error)}.`;
}
