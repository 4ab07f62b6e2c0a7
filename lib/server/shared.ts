/** State of the server program that every bundle of it shares: a module may be loaded once for pages and once for routes. */
import "server-only";

const state = globalThis as typeof globalThis & { [key: symbol]: unknown };

/** The one value under this name, made on first use. */
export function shared<T>(name: string, make: () => T): T {
  const key = Symbol.for(`dealflow.${name}`);
  if (!(key in state)) state[key] = make();
  // Only this function writes under the name, and a name is used for one type.
  return state[key] as T;
}
