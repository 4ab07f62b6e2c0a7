/** Process-wide state shared by all bundles: a module may be loaded once for pages and once for routes. */
import "server-only";

const state = globalThis as typeof globalThis & { [key: symbol]: unknown };

export function getShared<T>(name: string, create: () => T): T {
  const key = Symbol.for(`dealflow.${name}`);
  if (!(key in state)) state[key] = create();
  // Only this function writes it, and each name is used for one type.
  return state[key] as T;
}
