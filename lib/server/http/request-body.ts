/** Reads the body of a request to the dashboard, limited like that of the API. */
import "server-only";
import { MAX_BODY_BYTES } from "@dealflow/contract/errors";

/** Returns undefined when the body is too long; nothing is read beyond the limit. */
export async function readBody(request: Request): Promise<string | undefined> {
  const bytes = await readBytes(request, MAX_BODY_BYTES);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/** @param most the limit in bytes */
export async function readBytes(request: Request, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
