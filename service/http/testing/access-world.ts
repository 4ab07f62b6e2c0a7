/** One workspace with something of every kind in it, and those who ask for it, for the matrix of who may do what. */
import type pg from "pg";
import { invite } from "@/service/accounts/members/invitations";
import { removeMember } from "@/service/accounts/members/members";
import { addWorkspace } from "@/service/accounts/members/own-workspace";
import { addKey } from "@/service/accounts/own-keys";
import type { TestPerson } from "@/service/accounts/people/testing";
import { addViews } from "@/service/accounts/views";
import { watch } from "@/service/accounts/watchlist";
import { newId } from "@/service/store/new-id";
import type { TestAccount, TestService } from "./service";

/** Ids and the link of what is in a workspace. */
export interface Things {
  readonly workspace: string;
  /** A member besides the two who ask. */
  readonly colleague: string;
  readonly session: string;
  readonly invitation: string;
  readonly token: string;
  readonly key: string;
  readonly view: string;
  readonly company: string;
}

export interface World {
  readonly workspaceId: string;
  readonly owner: TestAccount;
  readonly member: TestPerson;
  readonly removed: TestPerson;
  /** As the owner and as the member may name them: the session is their own. */
  readonly ofOwner: Things;
  readonly ofMember: Things;
  /** What nobody of another workspace may ever read. */
  readonly secrets: readonly string[];
}

/** As of nothing that there is. */
export function unknownThings(): Things {
  const things = {
    workspace: "",
    colleague: "",
    session: "",
    invitation: "",
    token: "",
    key: "",
    view: "",
    company: "",
  };
  return { ...things, ...Object.fromEntries(Object.keys(things).map((name) => [name, newId()])) };
}

export async function openWorld(service: TestService): Promise<World> {
  const { pool } = service.database;
  const now = new Date();
  const owner = await service.account(100, { name: `Secret fund ${newId()}` });
  const { workspaceId } = owner;
  const second = await service.person(workspaceId, "owner", "Secret second owner");
  const member = await service.person(workspaceId, "member", "Secret member");
  const colleague = await service.person(workspaceId, "member", "Secret colleague");
  const removed = await service.person(workspaceId, "member", "Secret former member");
  await removeMember(pool, workspaceId, removed.personId);
  // Whoever leaves needs somewhere to go.
  for (const { personId } of [owner, member]) await addWorkspace(pool, personId, "Secret second home", now);
  const wanted = { email: `${newId()}@secret.example`, role: "member" as const, invitedBy: owner.personId };
  const { invitation, token } = await invite(pool, workspaceId, wanted, now);
  const { key } = await addKey(pool, workspaceId, "Secret key", now);
  const draft = { feed: "funding" as const, query: "", columns: null, sort: null, shared: true };
  const seeing = { workspaceId, personId: owner.personId };
  const [view] = await addViews(pool, seeing, [{ ...draft, name: "Secret view" }], now);
  const company = newId();
  await watch(pool, workspaceId, [{ id: company, name: "Secret company", domain: null }], now);
  const things = {
    workspace: workspaceId,
    colleague: colleague.personId,
    invitation: invitation.id,
    token,
    key: key.id,
    view: view?.id ?? "",
    company,
  };
  const people = [owner, second, member, colleague, removed];
  const [sessionOfOwner, sessionOfMember] = [await sessionOf(pool, owner), await sessionOf(pool, member)];
  return {
    workspaceId,
    owner,
    member,
    removed,
    ofOwner: { ...things, session: sessionOfOwner },
    ofMember: { ...things, session: sessionOfMember },
    secrets: [
      "Secret",
      wanted.email,
      owner.key,
      sessionOfOwner,
      ...Object.values(things),
      ...people.flatMap(({ personId, email }) => [personId, email]),
    ],
  };
}

async function sessionOf(pool: pg.Pool, { personId }: TestPerson): Promise<string> {
  const { rows } = await pool.query<{ id: string }>("select id from user_sessions where user_id = $1", [personId]);
  return rows[0]?.id ?? "";
}

const TABLES = [
  "members",
  "invitations",
  "budgets",
  "saved_views",
  "watched_companies",
  "ledger",
  "api_keys",
  "user_sessions",
] as const;

/** All that is kept of a workspace, but for when its keys and sessions were last used. */
export async function keptOf(pool: pg.Pool, workspaceId: string): Promise<unknown> {
  const tables = TABLES.map(
    (table) =>
      `(select json_agg(to_jsonb(t) - 'last_used_at' - 'updated_at' order by t::text) from ${table} t where workspace_id = $1) as ${table}`,
  );
  const { rows } = await pool.query(
    `select name, balance, plan, blocked, ${tables.join(", ")} from workspaces where id = $1`,
    [workspaceId],
  );
  return rows;
}
