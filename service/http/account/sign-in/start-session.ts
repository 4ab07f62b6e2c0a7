/** Responds with the identity and its cookie, in the endpoints that open, change or end a session. */

import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import type { Identity, PEOPLE } from "@dealflow/contract/account/people";
import type { Context } from "hono";
import { type AttemptKey, TooManyAttempts } from "@/service/accounts/people/attempts";
import { readIdentity } from "@/service/accounts/people/people-list";
import { createSession, deleteSessionByToken } from "@/service/accounts/people/sessions";
import type { WorkspaceMember } from "@/service/accounts/workspaces";
import { ApiError, tooManyRequests } from "@/service/http/api-error";
import type { Env, Services } from "@/service/http/context";
import { getClient } from "../client";
import { respond } from "../request-input";

type SessionEndpoint = AccountEndpoint & Pick<typeof PEOPLE.me, "response">;

interface SessionOptions {
  /** This account was verified, so from now on the browser is known for it. */
  readonly account?: string;
  /** This is called once the session exists; when it throws, the session is deleted. */
  readonly confirm?: () => Promise<void>;
}

/**
 * Opens a session in that workspace and responds with the identity. A session that the browser already has is ended:
 * it is never reused, so it cannot have been planted (session fixation).
 */
export async function startSession(
  c: Context<Env>,
  services: Services,
  endpoint: SessionEndpoint,
  member: WorkspaceMember,
  options: SessionOptions = {},
): Promise<Response> {
  const { identity, headers } = await openSession(c, services, member, options);
  return respond(c, endpoint, identity, headers);
}

/** Returns the identity and the cookies of the response, and otherwise does the same as `startSession`. */
export async function openSession(
  c: Context<Env>,
  services: Services,
  member: WorkspaceMember,
  { account, confirm = async () => undefined }: SessionOptions,
): Promise<{ readonly identity: Identity; readonly headers: Readonly<Record<string, string[]>> }> {
  const { pools, people } = services;
  const previousToken = people.cookies.parseToken(c.req.header("Cookie"));
  const token = await createSession(pools.main, member, getClient(c), new Date());
  const identity = await confirm()
    .then(() => getIdentity(services, member.personId, member.workspaceId))
    .catch(async (error) => {
      await deleteSessionByToken(pools.main, token);
      throw error;
    });
  if (previousToken !== undefined) await deleteSessionByToken(pools.main, previousToken);
  const browserCookies = account === undefined ? [] : [people.browsers.serialize(c.req.header("Cookie"), account)];
  return { identity, headers: { "Set-Cookie": [people.cookies.serialize(token), ...browserCookies] } };
}

/** Returns the identity in a workspace; throws a 401 when the person was just removed from it. */
export async function getIdentity(
  { pools, freeExplore, payOnceDays }: Services,
  personId: string,
  workspaceId: string,
): Promise<Identity> {
  const identity = await readIdentity(pools.main, personId, workspaceId);
  if (identity === undefined) throw new ApiError("UNAUTHORIZED", "you are no longer a member of this workspace");
  return { ...identity, freeExplore, payOnce: payOnceDays > 0 };
}

/** Counts an attempt; too many are rejected alike, whether or not the account exists. */
export async function recordAttempt(
  { people }: Services,
  attempt: AttemptKey,
  onRefused: () => void = () => undefined,
) {
  try {
    return await people.attempts.record(attempt);
  } catch (error) {
    if (!(error instanceof TooManyAttempts)) throw error;
    onRefused();
    throw tooManyRequests(`Too many attempts. Try again in ${formatDuration(error.seconds)}.`, error.seconds);
  }
}

function formatDuration(seconds: number): string {
  if (seconds < 90) return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
