/** Every list of the account that can be long comes in pages: nothing twice, nothing left out, with any change meanwhile. */

import { ACCOUNT } from "@dealflow/contract/account/account";
import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import type { AccountKey } from "@dealflow/contract/account/keys";
import type { ListPage } from "@dealflow/contract/account/lists";
import type { Invitation, Member, PersonSession } from "@dealflow/contract/account/people";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectErrorMessage, expectResponse } from "../testing/expect-response";
import { type TestAccount, type TestService, testService } from "../testing/service";

interface Item {
  readonly id: string;
}

let service: TestService;
let account: TestAccount;
beforeAll(async () => {
  service = await testService();
  account = await service.account(10);
  const { pool } = service.database;
  const { workspaceId, personId } = account;
  // Many of one moment, as a program makes them.
  await pool.query(
    `insert into api_keys (id, workspace_id, name, prefix, hash, last_four, created_at, revoked_at)
     select gen_random_uuid(), $1, 'key ' || n, '', decode(md5('key ' || n), 'hex'), 'abcd', now(), case when n > 20 then now() end
     from generate_series(1, 230) n`,
    [workspaceId],
  );
  await pool.query(
    `insert into users (id, name, email, created_at, updated_at)
     select gen_random_uuid(), 'Person ' || n, 'person-' || n || '@lists.example', now(), now() from generate_series(1, 90) n`,
  );
  await pool.query(
    `insert into members (workspace_id, user_id, role, joined_at)
     select $1, id, 'member', date_trunc('minute', now()) - interval '1 day' from users where email like '%@lists.example'`,
    [workspaceId],
  );
  await pool.query(
    `insert into invitations (id, workspace_id, email, role, token_hash, invited_by, created_at, expires_at)
     select gen_random_uuid(), $1, 'guest-' || n, 'member', decode(md5('guest ' || n), 'hex'), $2, now(),
       date_trunc('day', now()) + interval '1 day' * (1 + n % 3) from generate_series(1, 50) n`,
    [workspaceId, personId],
  );
  await pool.query(
    `insert into user_sessions (id, user_id, workspace_id, token_hash, expires_at, created_at, updated_at)
     select gen_random_uuid(), $2, $1, sha256(convert_to('token ' || n, 'UTF8')), now() + interval '1 day', now() + interval '1 minute' * (n % 5), now()
     from generate_series(1, 130) n`,
    [workspaceId, personId],
  );
});
afterAll(() => service.stop());

async function walk<T extends Item>(endpoint: AccountEndpoint, limit: number, between = async () => {}): Promise<T[]> {
  const items: T[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const search: string = `?limit=${limit}${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const page: ListPage<T> = await expectResponse<ListPage<T>>(service, endpoint, { cookie: account.cookie, search });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    items.push(...page.items);
    ({ nextCursor: cursor } = page);
    if (cursor !== null) await between();
  }
  return items;
}

const LISTS = [
  ["keys", ACCOUNT.keys, 232],
  ["members", ACCOUNT.members, 91],
  ["invitations", ACCOUNT.invitations, 50],
  ["sessions", ACCOUNT.sessions, 131],
] as const;

describe.each(LISTS)("the list of %s", (_, endpoint, count) => {
  it("is paged without a gap or an overlap, in the same order with pages of any size", async () => {
    const [large, small] = [await walk<Item>(endpoint, 100), await walk<Item>(endpoint, 7)];
    expect(new Set(large.map(({ id }) => id)).size).toBe(count);
    expect(large).toHaveLength(count);
    expect(small.map(({ id }) => id)).toEqual(large.map(({ id }) => id));
  });

  it("has fifty on a page by default", async () => {
    const page = await expectResponse<ListPage<Item>>(service, endpoint, { cookie: account.cookie });
    expect([page.items.length, page.nextCursor === null]).toEqual([50, count <= 50]);
  });

  it("rejects an invalid limit and cursor, with one sentence", async () => {
    const { cookie } = account;
    for (const limit of ["0", "101", "1.5", "-1", "ten", "1e1", ""])
      expect(await expectErrorMessage(service, endpoint, { cookie, search: `?limit=${limit}` }, 400)).toBe(
        `limit must be a whole number from 1 to 100; got "${limit}"`,
      );
    for (const cursor of ["", "x", "1", `1.${account.personId}x`, `-1.${account.personId}`, `1e9.${account.personId}`])
      expect(await expectErrorMessage(service, endpoint, { cookie, search: `?cursor=${cursor}` }, 400)).toBe(
        "cursor must be the nextCursor of a previous page",
      );
  });
});

it("active keys come first, and one that is revoked while they are read is seen in either state, never missed", async () => {
  const { pool } = service.database;
  const working = (await walk<AccountKey>(ACCOUNT.keys, 100)).filter(({ revokedAt }) => revokedAt === null);
  expect(working.length).toBe(22);
  const [first, last] = [working[0], working.at(-1)];
  let pages = 0;
  const revoke = async () => {
    pages += 1;
    // One that was listed already, and one that was not.
    if (pages === 1)
      await pool.query("update api_keys set revoked_at = now() where id in ($1, $2)", [first?.id, last?.id]);
  };
  const met = await walk<AccountKey>(ACCOUNT.keys, 5, revoke);
  expect(new Set(met.map(({ id }) => id)).size).toBe(232);
  expect(met.filter(({ id }) => id === last?.id).map(({ revokedAt }) => revokedAt)).toEqual([expect.any(String)]);
});

it("the current session comes first, and one that is used in the meantime keeps its position", async () => {
  const { pool } = service.database;
  const use = () => pool.query("update user_sessions set updated_at = now() where user_id = $1", [account.personId]);
  const sessions = await walk<PersonSession>(ACCOUNT.sessions, 1, async () => void (await use()));
  expect(sessions.map(({ current }) => current).indexOf(true)).toBe(0);
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(131);
});

it("members are in order of joining, invitations newest first", async () => {
  const joined = (await walk<Member>(ACCOUNT.members, 9)).map(({ joinedAt }) => joinedAt);
  expect(joined).toEqual([...joined].sort());
  const until = (await walk<Invitation>(ACCOUNT.invitations, 9)).map(({ expiresAt }) => expiresAt);
  expect(until).toEqual([...until].sort().reverse());
});
