/** The body of a request to the dashboard, no longer than one of the interface may be. */
import "server-only";
import { MAX_BODY_BYTES } from "@/lib/contract/errors";

/** Undefined when it is longer than a body may be; nothing is read beyond that. */
export async function readBody(request: Request): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
