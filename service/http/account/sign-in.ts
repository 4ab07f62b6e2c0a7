/** Signs people in and out, and serves their sessions and identity. */

import { ACCOUNT } from "@dealflow/contract/account/account";
import type { ListPart } from "@/service/accounts/list-page";
import type { AttemptKey } from "@/service/accounts/people/attempts";
import { findDemoAccount } from "@/service/accounts/people/demo";
import { normalizeEmail } from "@/service/accounts/people/emails";
import {
  deleteSession,
  deleteSessionByToken,
  deleteSessions,
  getSessionPosition,
  listSessions,
} from "@/service/accounts/people/sessions";
import { getLastWorkspace, isPasswordUnchanged, verifyCredentials } from "@/service/accounts/people/sign-in";
import { ApiError } from "../api-error";
import { getNetwork } from "./client";
import {
  type AccountHandlers,
  getIdParameter,
  listPage,
  parseBody,
  parseName,
  requireOwnAccount,
  respond,
} from "./request-input";
import { getIdentity, recordAttempt, startSession } from "./start-session";

export const SIGN_IN_HANDLERS = {
  signIn: (services) => {
    const { pools, people } = services;
    return async (c) => {
      const { email: submitted, password } = await parseBody(c, ACCOUNT.signIn);
      const email = normalizeEmail(submitted);
      const account = email ?? submitted;
      const browser = people.browsers.parseMark(c.req.header("Cookie"), account);
      const attempt: AttemptKey = { attempt: "sign in", account, address: getNetwork(c), browser };
      await recordAttempt(services, attempt);
      const verified = await verifyCredentials(pools.main, people.hashing, email, password);
      if (verified === undefined) throw invalidCredentials();
      await people.attempts.recordSuccess(attempt);
      const workspace = await getLastWorkspace(pools.main, verified.personId, new Date());
      const confirm = async () => {
        if (!(await isPasswordUnchanged(pools.main, verified))) throw invalidCredentials();
      };
      return startSession(c, services, ACCOUNT.signIn, workspace, { account, confirm });
    };
  },

  signInDemo: (services) => async (c) => {
    const demo = services.people.demo ? await findDemoAccount(services.pools.main) : undefined;
    if (demo === undefined) throw new ApiError("NOT_FOUND", "This server has no demo account.");
    return startSession(c, services, ACCOUNT.signInDemo, demo);
  },

  signOut:
    ({ pools, people }) =>
    async (c) => {
      const token = people.cookies.parseToken(c.req.header("Cookie"));
      if (token !== undefined) await deleteSessionByToken(pools.main, token);
      return c.body(null, 204, { "Set-Cookie": people.cookies.serializeExpired() });
    },

  signInOptions:
    ({ pools, people }) =>
    async (c) => {
      const demo = people.demo && (await findDemoAccount(pools.main)) !== undefined;
      return respond(c, ACCOUNT.signInOptions, { demo, mail: people.mail.enabled });
    },
} as const satisfies AccountHandlers;

function invalidCredentials(): ApiError {
  return new ApiError("UNAUTHORIZED", "Wrong email or password.");
}

export const SESSION_HANDLERS = {
  sessions:
    ({ pools }) =>
    async (c) => {
      const { personId, sessionId, demo } = c.get("viewer");
      const now = new Date();
      const read = (part: ListPart) => listSessions(pools.main, personId, sessionId, now, part);
      const page = await listPage(c, read, getSessionPosition);
      if (!demo) return respond(c, ACCOUNT.sessions, page);
      // Sessions of other visitors of the demo account are not shown.
      return respond(c, ACCOUNT.sessions, { items: page.items.filter(({ current }) => current), nextCursor: null });
    },

  endOtherSessions:
    ({ pools }) =>
    async (c) => {
      const { personId, sessionId } = requireOwnAccount(c, "list of sessions");
      await deleteSessions(pools.main, personId, sessionId);
      return c.body(null, 204);
    },

  endSession:
    ({ pools, people }) =>
    async (c) => {
      const id = getIdParameter(c);
      const { personId, sessionId, demo } = c.get("viewer");
      const own = id.toLowerCase() === sessionId;
      const deleted = (own || !demo) && (await deleteSession(pools.main, personId, id));
      if (!deleted) throw new ApiError("NOT_FOUND", "this session has already ended");
      return c.body(null, 204, own ? { "Set-Cookie": people.cookies.serializeExpired() } : {});
    },
} as const satisfies AccountHandlers;

export const IDENTITY_HANDLERS = {
  me: (services) => async (c) =>
    respond(c, ACCOUNT.me, await getIdentity(services, c.get("viewer").personId, c.get("caller").workspaceId)),

  changeMe: (services) => async (c) => {
    const { personId } = requireOwnAccount(c, "name");
    const { name } = await parseBody(c, ACCOUNT.changeMe);
    await services.pools.main.query("update users set name = $2, updated_at = $3 where id = $1", [
      personId,
      parseName(name),
      new Date(),
    ]);
    return respond(c, ACCOUNT.changeMe, await getIdentity(services, personId, c.get("caller").workspaceId));
  },
} as const satisfies AccountHandlers;
