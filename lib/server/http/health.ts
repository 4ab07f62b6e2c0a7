/**
 * Serves the dashboard's health checks for load balancers and supervisors, without sign-in or cost, and reads the
 * health of our own service, as pages show it.
 */
import "server-only";
import { isObject } from "@dealflow/contract/query/syntax";
import packageFile from "@/package.json";
import type { Environment } from "../environment";
import { getShared } from "../shared";
import { isDraining } from "./shutdown";

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
  const reason = isDraining()
    ? "the dashboard stops"
    : settings.apiKey === undefined
      ? await unreadyReason(settings.apiInternalUrl, timeoutMs)
      : undefined;
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

/** Returns the failing parts that the service's readiness check lists, such as `charging`, and what it says about them. */
function failingParts(body: unknown): string {
  if (!isObject(body) || !Array.isArray(body.failing)) return "";
  const parts = body.failing.filter((part) => typeof part === "string").join(", ");
  return typeof body.problem === "string" ? `${parts}. ${body.problem}` : parts;
}

const CACHE_MS = 30_000;
const FAILURE_CACHE_MS = 2_000;
const HEALTH_TIMEOUT_MS = 500;

/** Returns true when the service serves demo data; never throws. */
export async function servesDemoData(settings: Environment, now = Date.now()): Promise<boolean> {
  if (settings.apiKey !== undefined) return false;
  const cached = getShared("service-demo", () => ({ until: 0, demo: false }));
  if (now < cached.until) return cached.demo;
  const demo = await fetchDemo(settings.apiInternalUrl);
  cached.until = now + (demo === undefined ? FAILURE_CACHE_MS : CACHE_MS);
  cached.demo = demo ?? cached.demo;
  return cached.demo;
}

async function fetchDemo(service: string): Promise<boolean | undefined> {
  try {
    const response = await fetch(`${service}/readyz`, {
      cache: "no-store",
      signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
    });
    const body: unknown = await response.json();
    return isObject(body) ? body.demo === true : undefined;
  } catch {
    return undefined;
  }
}
