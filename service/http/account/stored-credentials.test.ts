import { ACCOUNT } from "@dealflow/contract/account/account";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createHashing } from "@/service/accounts/people/hashing";
import { hashToken } from "@/service/accounts/token";
import { newId } from "@/service/store/new-id";
import { requestAccount } from "../testing/account";
import { type TestService, testService } from "../testing/service";

let service: TestService;
beforeAll(async () => {
  // The password was hashed at the cost of production.
  service = await testService(undefined, {}, { hashing: createHashing() });
});
afterAll(() => service.stop());

/** Earlier versions wrote these with another library, and people's credentials of that time must continue to work. */
const PASSWORD = {
  plain: "violet harbour 19",
  hash: "46e753a0a53b6959984e5a09eacb17d8:089c6485bfb874a2148225d502e6f46338b33d94c944fb3e48312c5a9c299aa0d297245ee8b32e2f326a563bc6d4b45a51b6a2295498eab999a94b4ed65655f0",
};
const SESSION = {
  token: "h8VtA3sXo1bQy0PzLr5KdNcWm7EuGj2T",
  cookie: "dealflow_sign_in=h8VtA3sXo1bQy0PzLr5KdNcWm7EuGj2T.m%2FjuKmpK7yWeFXNEE2M7x7s6SN%2BFhcm071lhfjgopU8%3D",
};
const RESET = {
  token: "ulW2xuoAAHMFDUgXy5vmRnp4zPqVFpFyYSy80w2yvR8",
  identifier: "reset TyMQQWdp4m8BaDu1gEPrplqx4y7JH8_-c7-ETc1UMAc",
};
const INVITATION = {
  token: "Yl1Zc0mT7nq2Vd8Wb4Rk6Hs9Jp3Fx5Ga1Ue0Io2Ay4M",
  hash: "07446a41c810e6f191cf8d64fe823df9df4a0935f2a9e8b41e0b043aae8175d3",
};

it("a session, an invitation, a password and a reset link of an older version are accepted", async () => {
  const { pool } = service.database;
  const [{ personId, workspaceId, email }, host] = [await service.account(0), await service.account(0)];
  await pool.query("update user_sessions set token_hash = $2 where user_id = $1", [personId, hashToken(SESSION.token)]);
  await pool.query(
    `insert into user_credentials (id, user_id, account_id, provider_id, password, created_at, updated_at)
     values ($1, $2::uuid, $2::text, 'credential', $3, now(), now())`,
    [newId(), personId, PASSWORD.hash],
  );
  await pool.query(
    `insert into invitations (id, workspace_id, email, role, token_hash, invited_by, created_at, expires_at)
     values ($1, $2, $3, 'member', decode($4, 'hex'), $5, now(), now() + interval '1 day')`,
    [newId(), host.workspaceId, email, INVITATION.hash, host.personId],
  );
  await pool.query(
    `insert into user_verifications (id, identifier, value, expires_at, created_at, updated_at)
     values ($1, $2, $3, now() + interval '1 hour', now(), now())`,
    [newId(), RESET.identifier, personId],
  );
  const { cookie } = SESSION;
  const me = await requestAccount(service, ACCOUNT.me, { cookie });
  expect([me.status, await me.json()]).toMatchObject([
    200,
    { person: { id: personId }, workspace: { id: workspaceId } },
  ]);
  const accepted = await requestAccount(service, ACCOUNT.acceptInvitation, {
    cookie,
    body: { token: INVITATION.token },
  });
  expect([accepted.status, await accepted.json()]).toMatchObject([200, { workspace: { id: host.workspaceId } }]);
  const signedIn = await requestAccount(service, ACCOUNT.signIn, { body: { email, password: PASSWORD.plain } });
  expect([signedIn.status, await signedIn.json()]).toMatchObject([200, { person: { id: personId } }]);
  const reset = await requestAccount(service, ACCOUNT.reset, {
    body: { token: RESET.token, password: "amber meadow 20" },
  });
  expect([reset.status, await reset.json()]).toEqual([200, { accessRevoked: false }]);
});
