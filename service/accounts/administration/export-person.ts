/** Collects what is stored about a person, to hand it to them. */
import type pg from "pg";
import { inTransaction } from "@/service/store/transaction";

/** Each selects rows of a person, whose id is the parameter. The watchlist and purchased records belong to workspaces. */
const PARTS = {
  profile: `select id, name, email, email_verified as confirmed, operator, created_at as "createdAt", disabled_at as "disabledAt"
    from users where id = $1`,
  memberships: `select w.id, w.name, m.role, m.joined_at as "joinedAt", b.day as "budgetOfDay", b.month as "budgetOfMonth"
    from members m join workspaces w on w.id = m.workspace_id
      left join budgets b on b.workspace_id = m.workspace_id and b.user_id = m.user_id
    where m.user_id = $1 order by m.joined_at`,
  sessions: `select id, workspace_id as "workspaceId", ip_address as address, user_agent as "userAgent", created_at as "createdAt",
      updated_at as "lastUsedAt" from user_sessions where user_id = $1 order by created_at`,
  keys: `select id, workspace_id as "workspaceId", name, last_four as "lastFour", created_at as "createdAt", revoked_at as "revokedAt"
    from api_keys where created_by = $1 order by id`,
  connections: `select id, workspace_id as "workspaceId", client_name as "clientName", scopes, daily_allowance as "dailyAllowance",
      created_at as "createdAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt" from mcp_connections where person_id = $1 order by id`,
  views: `select id, workspace_id as "workspaceId", name, feed, query, shared, created_at as "createdAt"
    from saved_views where user_id = $1 order by created_at, id`,
  watchlist: `select w.workspace_id as "workspaceId", w.company_id as "companyId", w.name, w.domain, w.note, w.added_at as "addedAt"
    from watched_companies w join members m on m.workspace_id = w.workspace_id
    where m.user_id = $1 and not exists (select from members o where o.workspace_id = w.workspace_id and o.user_id <> $1) order by w.added_at`,
  invitations: `select workspace_id as "workspaceId", email, role, created_at as "createdAt" from invitations where invited_by = $1 order by id`,
  reports: `select workspace_id as "workspaceId", title, reason, note, at, status, decision_note as "decisionNote"
    from record_reports where person_id = $1 order by id`,
  bulkPurchases: `select workspace_id as "workspaceId", feed, query, view, credits, state, started_at as "startedAt"
    from bulk_purchases where user_id = $1 order by started_at`,
  usage: `select id, workspace_id as "workspaceId", at, request_id as "requestId", endpoint, view, -delta as credits
    from ledger where person_id = $1 order by id`,
  freeDeliveries: `select workspace_id as "workspaceId", to_char(day, 'YYYY-MM-DD') as day, view, records, requests
    from free_deliveries where person_id = $1 order by day, view`,
  operatorActions: `select command, options, at, outcome from operator_actions
    where person_id = $1 or lower(options ->> 'email') = (select lower(email) from users where id = $1) order by id`,
  lookups: `select to_char(day, 'YYYY-MM-DD') as day, count(*) as companies from company_lookups where person_id = $1 group by day order by day`,
} as const;

/** Reads everything from one snapshot. Passwords, tokens and links are only stored as digests, which are left out. */
export async function exportPerson(pool: pg.Pool, personId: string): Promise<Record<string, readonly object[]>> {
  return inTransaction(pool, async (client) => {
    await client.query("set transaction isolation level repeatable read, read only");
    const parts: Record<string, readonly object[]> = {};
    for (const [name, sql] of Object.entries(PARTS)) parts[name] = (await client.query<object>(sql, [personId])).rows;
    return parts;
  });
}
