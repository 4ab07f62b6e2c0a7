/** Health checks of the dashboard, for load balancers and supervisors: no sign-in, no cost. */
import "server-only";
import { isObject } from "@dealflow/client/tolerant-reader";
import packageFile from "@/package.json";
import type { Environment } from "./environment";

/** How long the service's readiness check may take (ms). */
const TIMEOUT_MS = 2_000;

/** `/healthz`: the process runs. Calls neither the service nor the database. */
export function healthResponse(): Response {
  return Response.json({ status: "ok", version: packageFile.version });
}

/**
 * `/readyz`: pages can be bought, because our own service is ready within 2 s. A foreign host is not called, since
 * every request to it could cost something: there only the settings count, which were checked at startup.
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
    return failing === "" ? `the service returned status ${response.status}` : `the service is not ready: ${failing}`;
  } catch (error) {
    const timedOut = error instanceof Error && error.name === "TimeoutError";
    return timedOut ? `the service did not respond within ${timeoutMs} ms` : "the service cannot be reached";
  }
}

/** The failing parts that the service's readiness check lists, such as `charging`. */
function failingParts(body: unknown): string {
  if (!isObject(body) || !Array.isArray(body.failing)) return "";
  return body.failing.filter((part) => typeof part === "string").join(", ");
}
