/** Trusts the browser's address that the dashboard's server reports, because the secret came with it. */
import { isIP } from "node:net";
import { CLIENT_ADDRESS_HEADER } from "@dealflow/contract/account/people";
import type { Context } from "hono";
import { clientAddress } from "@/lib/net/address";
import type { Client } from "@/service/accounts/people/sessions";
import type { Env } from "../context";

const MAX_USER_AGENT_LENGTH = 300;

export function getClient(c: Context<Env>): Client {
  const address = getClientAddress(c);
  const userAgent = c.req.header("User-Agent")?.slice(0, MAX_USER_AGENT_LENGTH).toWellFormed() || null;
  return { address: address ?? null, userAgent };
}

/** Returns the key by which attempts are counted. Without an address all share one, which is the safe choice. */
export function getNetwork(c: Context<Env>): string {
  return findNetwork(c) ?? "unknown";
}

/** Returns undefined without an address. */
export function findNetwork(c: Context<Env>): string | undefined {
  const address = getClientAddress(c);
  return address === undefined ? undefined : clientAddress(address, undefined, []);
}

function getClientAddress(c: Context<Env>): string | undefined {
  const value = c.req.header(CLIENT_ADDRESS_HEADER)?.trim() ?? "";
  return isIP(value) === 0 ? undefined : value;
}
