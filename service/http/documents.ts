/** The documents that describe the interface to machines, which the API host serves beside the site; they need no key. */
import type { Hono } from "hono";
import { agentsGuide } from "@/lib/describe/agents-guide";
import { llmsText } from "@/lib/describe/llms-text";
import { openApiDocument } from "@/lib/describe/openapi";
import type { Env, Services } from "./context";

/** They change with the version alone. */
const CACHED = "public, max-age=300";

export function mountDocuments(app: Hono<Env>, { addresses, version }: Services): void {
  const documents = [
    ["/openapi.json", "application/json", JSON.stringify(openApiDocument({ ...addresses, version }))],
    ["/agents.md", "text/markdown; charset=utf-8", agentsGuide(addresses)],
    ["/llms.txt", "text/plain; charset=utf-8", llmsText(addresses)],
  ] as const;
  for (const [path, type, text] of documents)
    app.get(path, (c) => c.body(text, 200, { "Content-Type": type, "Cache-Control": CACHED }));
}
