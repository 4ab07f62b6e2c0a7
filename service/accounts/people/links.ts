/** Creates links that are mailed to people: their token is in the fragment, which no server and no log sees. */

import { LINK_HOURS, LINK_PAGES, LINK_TOKEN } from "@dealflow/contract/account/people";
import type pg from "pg";
import { newId } from "@/service/store/new-id";
import { generateToken, hashToken } from "../token";

type PersonalLink = "reset" | "confirm";

export function createLink(dashboardUrl: string, page: keyof typeof LINK_PAGES, token: string): string {
  return `${dashboardUrl}${LINK_PAGES[page]}#${LINK_TOKEN}=${encodeURIComponent(token)}`;
}

export async function createPersonalLink(
  pool: pg.Pool,
  page: PersonalLink,
  { personId, dashboardUrl }: { readonly personId: string; readonly dashboardUrl: string },
  now: Date,
): Promise<string> {
  const token = generateToken();
  await pool.query(
    `insert into user_verifications (id, identifier, value, expires_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5)`,
    [newId(), linkIdentifier(page, token), personId, new Date(now.getTime() + LINK_HOURS[page] * 3_600_000), now],
  );
  return createLink(dashboardUrl, page, token);
}

const WORKING = "user_verifications where identifier = $1 and expires_at > $2";

/** Returns the person of a link that still works. */
export const findLinkPerson = readLink(`select value from ${WORKING}`);

/** Uses the link up. Only one of two concurrent uses gets its person. */
export const takeLink = readLink(`delete from ${WORKING} returning value`);

function readLink(statement: string) {
  return async (db: pg.Pool | pg.PoolClient, page: PersonalLink, token: string, now: Date) => {
    const { rows } = await db.query<{ value: string }>(statement, [linkIdentifier(page, token), now]);
    return rows[0]?.value;
  };
}

function linkIdentifier(page: PersonalLink, token: string): string {
  return `${page} ${hashToken(token).toString("base64url")}`;
}
