/** Where the browser of whoever asks is, as the dashboard's server tells it: believed, because the secret came with it. */
import { isIP } from "node:net";
import type { Context } from "hono";
import { CLIENT_ADDRESS_HEADER } from "@/lib/contract/account-people";
import { clientAddress } from "@/lib/net/address";
import type { Client } from "@/service/accounts/people/sessions";
import type { Env } from "../context";

/** Longest name of a browser that is kept, in characters. */
const LONGEST_USER_AGENT = 300;

export function clientOf(c: Context<Env>): Client {
  const address = addressOf(c);
  const userAgent = c.req.header("User-Agent")?.slice(0, LONGEST_USER_AGENT).toWellFormed() || null;
  return { address: address ?? null, userAgent };
}

/** What attempts are counted by. Without an address all count as one, which is the safe side. */
export function networkOf(c: Context<Env>): string {
  return knownNetworkOf(c) ?? "unknown";
}

/** Undefined without an address. */
export function knownNetworkOf(c: Context<Env>): string | undefined {
  const address = addressOf(c);
  return address === undefined ? undefined : clientAddress(address, undefined, []);
}

function addressOf(c: Context<Env>): string | undefined {
  const given = c.req.header(CLIENT_ADDRESS_HEADER)?.trim() ?? "";
  return isIP(given) === 0 ? undefined : given;
}
