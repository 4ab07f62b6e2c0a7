/** The headers with which the dashboard's server forwards a person's request to the service. */
import { createHmac } from "node:crypto";
import { ACCOUNT_SECRET_HEADER, ACCOUNT_SECRET_PURPOSE } from "@dealflow/contract/account";
import { CLIENT_ADDRESS_HEADER } from "@dealflow/contract/account-people";
import { BENCH_SECRET } from "./programs";

const ACCOUNT_SECRET = createHmac("sha256", BENCH_SECRET).update(ACCOUNT_SECRET_PURPOSE).digest("base64url");

/** @param cookie the pair of name and value */
export function forwardedHeaders(cookie: string, address?: string): Record<string, string> {
  return {
    Cookie: cookie,
    [ACCOUNT_SECRET_HEADER]: ACCOUNT_SECRET,
    ...(address === undefined ? {} : { [CLIENT_ADDRESS_HEADER]: address }),
  };
}
