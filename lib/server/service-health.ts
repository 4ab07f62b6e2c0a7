/** What our own service says of itself; a foreign host is not asked. */
import "server-only";
import { isObject, text } from "@/lib/api/shape";
import type { Environment } from "./environment";
import { shared } from "./shared";

export interface ServiceHealth {
  /** Whether it serves demo data. */
  readonly demo: boolean;
  readonly version: string | null;
}

const SILENT: ServiceHealth = { demo: false, version: null };
const KEPT_MS = 30_000;
const FAILURE_KEPT_MS = 2_000;
const TIMEOUT_MS = 500;

/** Never throws. */
export async function serviceHealth(settings: Environment, now = Date.now()): Promise<ServiceHealth> {
  if (settings.apiKey !== undefined) return SILENT;
  const kept = shared("service-health", () => ({ until: 0, health: SILENT }));
  if (now < kept.until) return kept.health;
  const health = await ask(settings.apiInternalUrl);
  kept.until = now + (health === undefined ? FAILURE_KEPT_MS : KEPT_MS);
  kept.health = health ?? kept.health;
  return kept.health;
}

async function ask(service: string): Promise<ServiceHealth | undefined> {
  try {
    const response = await fetch(`${service}/readyz`, { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) });
    const said: unknown = await response.json();
    return isObject(said) ? { demo: said.demo === true, version: text(said.version) } : undefined;
  } catch {
    return undefined;
  }
}
