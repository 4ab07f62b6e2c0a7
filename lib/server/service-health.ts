/** The health of our own service; a foreign host is not called. */
import "server-only";
import { isObject, text } from "@dealflow/client/tolerant-reader";
import type { Environment } from "./environment";
import { getShared } from "./shared";

export interface ServiceHealth {
  /** Whether it serves demo data. */
  readonly demo: boolean;
  readonly version: string | null;
}

const UNKNOWN_HEALTH: ServiceHealth = { demo: false, version: null };
const CACHE_MS = 30_000;
const FAILURE_CACHE_MS = 2_000;
const TIMEOUT_MS = 500;

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
    const response = await fetch(`${service}/readyz`, { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body: unknown = await response.json();
    return isObject(body) ? { demo: body.demo === true, version: text(body.version) } : undefined;
  } catch {
    return undefined;
  }
}
