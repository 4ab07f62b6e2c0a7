/** Health checks of the dashboard, for balancers and supervisors: no sign-in, and nothing spent. */
import "server-only";
import { isObject } from "@/lib/api/tolerant-reader";
import packageFile from "@/package.json";
import type { Environment } from "./environment";

/** How long the service may take to say that it is ready (ms). */
const TIMEOUT_MS = 2_000;

/** `/healthz`: the process runs. Asks neither the service nor the database. */
export function healthResponse(): Response {
  return Response.json({ status: "ok", version: packageFile.version });
}

/**
 * `/readyz`: pages can be bought, because our own service says so within 2 s. A foreign host is not asked: every request
 * to it could cost something, so there the settings, which were checked at the start, are all that counts.
 */
export async function readinessResponse(
  settings: Pick<Environment, "apiKey" | "apiInternalUrl">,
  timeoutMs = TIMEOUT_MS,
): Promise<Response> {
  const reason = settings.apiKey === undefined ? await unreadyReason(settings.apiInternalUrl, timeoutMs) : undefined;
  if (reason !== undefined) return Response.json({ status: "unavailable", reason }, { status: 503 });
  return Response.json({ status: "ready", version: packageFile.version });
}

async function unreadyReason(service: string, timeoutMs: number): Promise<string | undefined> {
  try {
    const response = await fetch(`${service}/readyz`, {
      cache: "no-store",
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 200) {
      await response.body?.cancel();
      return undefined;
    }
    const failing = failingParts(await response.json().catch(() => undefined));
    return failing === "" ? `the service answers with status ${response.status}` : `the service cannot do: ${failing}`;
  } catch (error) {
    const timedOut = error instanceof Error && error.name === "TimeoutError";
    return timedOut ? `the service did not answer within ${timeoutMs} ms` : "the service cannot be reached";
  }
}

/** The parts that the service's own readiness names, such as `charging`. */
function failingParts(body: unknown): string {
  if (!isObject(body) || !Array.isArray(body.failing)) return "";
  return body.failing.filter((part) => typeof part === "string").join(", ");
}
