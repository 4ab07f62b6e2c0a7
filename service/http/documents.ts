/** Serves the public documents: cacheable, revalidated by their entity tags, compressed once. */
import type { Hono } from "hono";
import { DOCUMENTS, entityTag, isNotModified } from "@/lib/describe/documents";
import { acceptsGzip, encodeBody } from "./compress";
import type { Env, Services } from "./context";

export function mountDocuments(app: Hono<Env>, { addresses, version }: Services): void {
  for (const { path, headers, text } of Object.values(DOCUMENTS)) {
    const document = text(addresses, version);
    const tagged = { ...headers, ETag: entityTag(document) };
    let compressed: ReturnType<typeof encodeBody> | undefined;
    app.get(path, async (c) => {
      if (isNotModified(tagged.ETag, c.req.header("If-None-Match"))) return c.body(null, 304, tagged);
      const accepted = c.req.header("Accept-Encoding");
      if (acceptsGzip(accepted)) compressed ??= encodeBody(document, accepted);
      const encoded = acceptsGzip(accepted) && compressed ? await compressed : await encodeBody(document, undefined);
      return c.body(encoded.body, 200, { ...tagged, ...encoded.headers });
    });
  }
}
