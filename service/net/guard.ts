/** Keeps connections to addresses that people enter away from private networks: every address of a name is checked when it is connected to. */
import type { LookupFunction } from "node:net";
import { createSecureContext, rootCertificates, type SecureContext } from "node:tls";
import type { Network } from "@/lib/net/address";
import type { Resolve } from "./resolve";
import { targetProblem } from "./target";

/** The target is not allowed; the message is a sentence. */
export class RefusedTargetError extends Error {}

/** Throws `RefusedTargetError`. */
export function vetTarget(url: URL, addresses: readonly string[], allowed: readonly Network[]): void {
  const problem = targetProblem(url, addresses, allowed);
  if (problem !== undefined) throw new RefusedTargetError(problem);
}

/** Resolves the name of a connection, which then goes to exactly the addresses that were checked. */
export function guardedLookup(url: URL, allowed: readonly Network[], resolve: Resolve): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        try {
          vetTarget(url, addresses, allowed);
        } catch (error) {
          callback(error instanceof Error ? error : new Error(String(error)), "");
          return;
        }
        const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
        const [first] = found;
        if (all === true || first === undefined) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), ""),
    );
  };
}

/** A process has one setting of certificate authorities, and reading the public ones takes 100 ms. */
let latest: { readonly ca: string | undefined; readonly context: SecureContext } | undefined;

/** @param ca certificate authorities that are added to the public ones, as PEM */
export function getGuardedContext(ca: string | undefined): SecureContext {
  if (latest === undefined || latest.ca !== ca)
    latest = { ca, context: createSecureContext(ca === undefined ? {} : { ca: [...rootCertificates, ca] }) };
  return latest.context;
}
