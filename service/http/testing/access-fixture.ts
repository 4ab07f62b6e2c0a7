/** Creates a workspace with something of every kind in it, and its people, for the matrix of permissions. */
import type pg from "pg";
import { invite } from "@/service/accounts/members/invitations";
import { createOwnWorkspace, removeMember } from "@/service/accounts/members/members";
import type { TestPerson } from "@/service/accounts/people/testing";
import { insertConnection, insertConnectionRequest } from "@/service/accounts/testing/connections";
import { createViews } from "@/service/accounts/views";
import { addToWatchlist } from "@/service/accounts/watchlist";
import { addKey } from "@/service/accounts/workspace-keys";
import { addToInboxes } from "@/service/inbox/add";
import { newId } from "@/service/store/new-id";
import { inTransaction } from "@/service/store/transaction";
import { sendTestEvent } from "@/service/webhooks/deliveries";
import { subscribe } from "@/service/webhooks/testing/subscriptions";
import type { TestAccount, TestService } from "./service";

/** Ids and the link of what is in a workspace. */
export interface ResourceIds {
  readonly workspace: string;
  /** A member besides the two who send requests. */
  readonly colleague: string;
  readonly session: string;
  readonly invitation: string;
  readonly token: string;
  readonly key: string;
  readonly view: string;
  readonly company: string;
  /** A member's report of a record is open. */
  readonly report: string;
  readonly webhook: string;
  readonly delivery: string;
  /** An MCP client's request waits for a person. */
  readonly request: string;
  readonly connection: string;
}

export interface AccessFixture {
  readonly workspaceId: string;
  readonly owner: TestAccount;
  readonly member: TestPerson;
  readonly removed: TestPerson;
  /** The two differ in the session, which is each person's own. */
  readonly ofOwner: ResourceIds;
  readonly ofMember: ResourceIds;
  /** No other workspace may ever read these. */
  readonly secrets: readonly string[];
}

/** These ids belong to nothing. */
export function unknownIds(): ResourceIds {
  const ids = {
    workspace: "",
    colleague: "",
    session: "",
    invitation: "",
    token: "",
    key: "",
    view: "",
    company: "",
    report: "",
    webhook: "",
    delivery: "",
    request: "",
    connection: "",
  };
  return { ...ids, ...Object.fromEntries(Object.keys(ids).map((name) => [name, newId()])) };
}

export async function createAccessFixture(service: TestService): Promise<AccessFixture> {
  const { pool } = service.database;
  const now = new Date();
  const owner = await service.account(100, { name: `Secret fund ${newId()}` });
  const { workspaceId } = owner;
  const second = await service.person(workspaceId, "owner", "Secret second owner");
  const member = await service.person(workspaceId, "member", "Secret member");
  const colleague = await service.person(workspaceId, "member", "Secret colleague");
  const removed = await service.person(workspaceId, "member", "Secret former member");
  await removeMember(pool, workspaceId, removed.personId);
  // Anyone who leaves needs somewhere to go.
  for (const { personId } of [owner, member]) await createOwnWorkspace(pool, personId, "Secret second home", now);
  const draftInvitation = { email: `${newId()}@secret.example`, role: "member" as const, invitedBy: owner.personId };
  const { invitation, mailedToken: token } = await invite(pool, workspaceId, draftInvitation, now);
  const { key } = await addKey(pool, owner, "Secret key", now);
  const draft = { feed: "funding" as const, query: "", columns: null, sort: null, shared: true };
  const scope = { workspaceId, personId: owner.personId };
  const [view] = await createViews(pool, scope, [{ ...draft, name: "Secret view" }], now);
  const company = newId();
  await addToWatchlist(pool, workspaceId, [{ id: company, name: "Secret company", domain: null }], now);
  const record = { id: newId(), announcedAt: now.toISOString(), company: { id: company, name: "Secret company" } };
  await inTransaction(pool, (client) => addToInboxes(client, [{ event: "funding.created", record }], now));
  const report = await insertReport(pool, workspaceId, member.personId, now);
  const webhook = await subscribe(
    pool,
    { "funding.created": "" },
    { workspaceId, url: "https://public.example/secret" },
  );
  const delivery = await sendTestEvent(pool, workspaceId, webhook.id, "funding.created", now);
  const approved = { workspaceId, personId: owner.personId };
  const connection = await insertConnection(pool, approved, "http://127.0.0.1/mcp", { clientName: "Secret client" });
  const ofMember = await insertConnection(pool, { workspaceId, personId: member.personId }, "http://127.0.0.1/mcp");
  const ids = {
    workspace: workspaceId,
    colleague: colleague.personId,
    invitation: invitation.id,
    token,
    key: key.id,
    view: view?.id ?? "",
    company,
    report,
    webhook: webhook.id,
    delivery: delivery.id,
    request: await insertConnectionRequest(pool, "Secret client"),
    connection: connection.id,
  };
  const people = [owner, second, member, colleague, removed];
  const [sessionOfOwner, sessionOfMember] = [await readSessionId(pool, owner), await readSessionId(pool, member)];
  return {
    workspaceId,
    owner,
    member,
    removed,
    ofOwner: { ...ids, session: sessionOfOwner },
    ofMember: { ...ids, session: sessionOfMember, connection: ofMember.id },
    secrets: [
      "Secret",
      record.id,
      draftInvitation.email,
      owner.key,
      webhook.secret,
      "public.example/secret",
      sessionOfOwner,
      ...Object.values(ids),
      ...people.flatMap(({ personId, email }) => [personId, email]),
    ],
  };
}

async function insertReport(pool: pg.Pool, workspaceId: string, personId: string, at: Date): Promise<string> {
  const id = newId();
  await pool.query(
    `insert into record_reports (id, workspace_id, person_id, kind, record_id, title, reason, note, at)
     values ($1, $2, $3, 'companies', $4, 'Secret record', 'wrong', 'Secret note', $5)`,
    [id, workspaceId, personId, newId(), at],
  );
  return id;
}

async function readSessionId(pool: pg.Pool, { personId }: TestPerson): Promise<string> {
  const { rows } = await pool.query<{ id: string }>("select id from user_sessions where user_id = $1", [personId]);
  return rows[0]?.id ?? "";
}

const TABLES = [
  "members",
  "invitations",
  "budgets",
  "saved_views",
  "webhook_subscriptions",
  "webhook_deliveries",
  "watched_companies",
  "inbox_items",
  "inbox_matches",
  "inbox_reads",
  "ledger",
  "api_keys",
  "user_sessions",
  "mcp_connections",
  "record_reports",
] as const;

/** All stored data of a workspace, except when its keys and sessions were last used. */
export async function readStoredData(pool: pg.Pool, workspaceId: string): Promise<unknown> {
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
