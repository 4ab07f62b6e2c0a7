/** Signs people in and out, and serves their sessions and identity. */

import { PEOPLE } from "@dealflow/contract/account/people";
import type { ListPart } from "@/service/accounts/list-page";
import type { AttemptKey } from "@/service/accounts/people/attempts";
import { findDemoAccount } from "@/service/accounts/people/demo";
import { normalizeEmail } from "@/service/accounts/people/emails";
import type { SignInResult } from "@/service/accounts/people/people";
import {
  deleteSession,
  deleteSessionByToken,
  deleteSessions,
  getSessionPosition,
  listSessions,
} from "@/service/accounts/people/sessions";
import { getLastWorkspace, isPasswordUnchanged, verifyCredentials } from "@/service/accounts/people/sign-in";
import { ApiError } from "@/service/http/api-error";
import { getNetwork } from "../client";
import { handleEach } from "../endpoint-handlers";
import { listPage, parseName, requireOwnAccount } from "../request-input";
import { getIdentity, recordAttempt, startSession } from "./start-session";

export const SIGN_IN_HANDLERS = handleEach(PEOPLE, {
  signIn: async (services, { c, body }) => {
    const { pools, people } = services;
    const { email: submitted, password } = await body();
    const email = normalizeEmail(submitted);
    const account = email ?? submitted;
    const browser = people.browsers.parseMark(c.req.header("Cookie"), account);
    const attempt: AttemptKey = { attempt: "sign in", account, address: getNetwork(c), browser };
    const note = (result: SignInResult) => c.set("signIn", result);
    const { isLast } = await recordAttempt(services, attempt, () => note("refused"));
    const verified = await verifyCredentials(pools.main, people.hashing, email, password);
    if (verified === undefined) {
      note(isLast ? "locked_out" : "wrong_password");
      throw invalidCredentials();
    }
    await people.attempts.recordSuccess(attempt);
    if (verified.disabled) {
      note("disabled");
      throw new ApiError("FORBIDDEN", "This account is disabled. Contact your administrator.");
    }
    const workspace = await getLastWorkspace(pools.main, verified.personId, new Date());
    const confirm = async () => {
      if (!(await isPasswordUnchanged(pools.main, verified))) throw invalidCredentials();
    };
    const response = await startSession(c, services, PEOPLE.signIn, workspace, { account, confirm });
    note("succeeded");
    return response;
  },

  signInDemo: async (services, { c }) => {
    const demo = services.people.demo ? await findDemoAccount(services.pools.main) : undefined;
    if (demo === undefined) throw new ApiError("NOT_FOUND", "This server has no demo account.");
    return startSession(c, services, PEOPLE.signInDemo, demo);
  },

  signOut: async ({ pools, people }, { c }) => {
    const token = people.cookies.parseToken(c.req.header("Cookie"));
    if (token !== undefined) await deleteSessionByToken(pools.main, token);
    return c.body(null, 204, { "Set-Cookie": people.cookies.serializeExpired() });
  },

  signInOptions: async ({ pools, people }) => {
    const demo = people.demo && (await findDemoAccount(pools.main)) !== undefined;
    return { demo, mail: people.mail.enabled };
  },

  sessions: async ({ pools }, { c, viewer: { personId, sessionId, demo }, now }) => {
    const read = (part: ListPart) => listSessions(pools.main, personId, sessionId, now, part);
    const page = await listPage(c, read, getSessionPosition);
    // Sessions of other visitors of the demo account are not shown.
    return demo ? { items: page.items.filter(({ current }) => current), nextCursor: null } : page;
  },

  endOtherSessions: async ({ pools }, { c }) => {
    const { personId, sessionId } = requireOwnAccount(c, "list of sessions");
    await deleteSessions(pools.main, personId, sessionId);
  },

  endSession: async ({ pools, people }, { c, id, viewer: { personId, sessionId, demo } }) => {
    const own = id.toLowerCase() === sessionId;
    const deleted = (own || !demo) && (await deleteSession(pools.main, personId, id));
    if (!deleted) throw new ApiError("NOT_FOUND", "this session has already ended");
    return c.body(null, 204, own ? { "Set-Cookie": people.cookies.serializeExpired() } : {});
  },

  me: (services, { viewer, workspaceId }) => getIdentity(services, viewer.personId, workspaceId),

  changeMe: async (services, { c, workspaceId, body, now }) => {
    const { personId } = requireOwnAccount(c, "name");
    const name = parseName((await body()).name);
    await services.pools.main.query("update users set name = $2, updated_at = $3 where id = $1", [personId, name, now]);
    return getIdentity(services, personId, workspaceId);
  },
});

function invalidCredentials(): ApiError {
  return new ApiError("UNAUTHORIZED", "Wrong email or password.");
}
