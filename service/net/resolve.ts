/** Resolves names without the thread pool, in which a few slow name servers would delay all other work. */
import { Resolver } from "node:dns/promises";

/** Returns all addresses of a name; rejects when there are none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;

export const resolveName: Resolve = async (hostname) => {
  // By RFC 6761 these names are this machine, and no name server is queried.
  if (/(^|\.)localhost$/i.test(hostname)) return ["127.0.0.1", "::1"];
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = [four, six].flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  if (addresses.length === 0) throw four.status === "rejected" ? four.reason : new Error(`${hostname} has no address`);
  return addresses;
};
