/**
 * Serves the dashboard's health checks for load balancers and supervisors, without sign-in or cost, and reads the
 * health of our own service, as pages show it.
 */
import "server-only";
import { isObject, text } from "@dealflow/client/tolerant-reader";
import packageFile from "@/package.json";
import type { Environment } from "../environment";
import { getShared } from "../shared";

/** The readiness check of the service may take this many ms. */
const TIMEOUT_MS = 2_000;

/** Tells that the process runs (`/healthz`), without calling the service or the database. */
export function healthResponse(): Response {
  return Response.json({ status: "ok", version: packageFile.version });
}

/**
 * Tells that pages can be bought (`/readyz`), because our own service is ready within 2 s. A foreign host is not
 * called, since every request to it could cost something: there only the settings count, which were checked at startup.
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

/** Returns the failing parts that the service's readiness check lists, such as `charging`. */
function failingParts(body: unknown): string {
  if (!isObject(body) || !Array.isArray(body.failing)) return "";
  return body.failing.filter((part) => typeof part === "string").join(", ");
}

export interface ServiceHealth {
  /** This is true when the service serves demo data. */
  readonly demo: boolean;
  readonly version: string | null;
}

const UNKNOWN_HEALTH: ServiceHealth = { demo: false, version: null };
const CACHE_MS = 30_000;
const FAILURE_CACHE_MS = 2_000;
const HEALTH_TIMEOUT_MS = 500;

/** Never throws. */
export async function serviceHealth(settings: Environment, now = Date.now()): Promise<ServiceHealth> {
  if (settings.apiKey !== undefined) return UNKNOWN_HEALTH;
  const cached = getShared("service-health", () => ({ until: 0, health: UNKNOWN_HEALTH }));
  if (now < cached.until) return cached.health;
  const health = await fetchHealth(settings.apiInternalUrl);
  cached.until = now + (health === undefined ? FAILURE_CACHE_MS : CACHE_MS);
  cached.health = health ?? cached.health;
  return cached.health;
}

async function fetchHealth(service: string): Promise<ServiceHealth | undefined> {
  try {
    const response = await fetch(`${service}/readyz`, {
      cache: "no-store",
      signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
    });
    const body: unknown = await response.json();
    return isObject(body) ? { demo: body.demo === true, version: text(body.version) } : undefined;
  } catch {
    return undefined;
  }
}
