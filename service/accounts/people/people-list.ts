/** Lists people with their workspaces, for the operator and the account pages. */

import type { ListedPerson } from "@dealflow/contract/account/administration";
import type { Identity, PersonWorkspace } from "@dealflow/contract/account/people";
import type pg from "pg";
import { queryItems } from "@/service/store/query-items";

const PEOPLE = `
select u.id, u.name, u.email, u.operator, u.demo, u.email_verified as confirmed, u.disabled_at is not null as disabled, u.created_at as "createdAt", coalesce((
  select json_agg(json_build_object('id', w.id, 'name', w.name, 'role', m.role) order by lower(w.name), w.id)
  from members m join workspaces w on w.id = m.workspace_id where m.user_id = u.id
), '[]') as workspaces
from users u`;

/**
 * @param search only people whose name or address contains it, in any case
 * @param limit the highest number of people, the newest first; all by default
 */
export function listPeople(pool: pg.Pool, search = "", limit?: number): Promise<ListedPerson[]> {
  return queryItems(
    pool,
    `${PEOPLE} where strpos(lower(u.name || ' ' || u.email), lower($1)) > 0 order by u.created_at desc, u.id desc limit $2`,
    [search, limit],
  );
}

/** @param email as `normalizeEmail` writes it */
export async function findPerson(pool: pg.Pool, email: string): Promise<ListedPerson | undefined> {
  const [person] = await queryItems<ListedPerson>(pool, `${PEOPLE} where lower(u.email) = lower($1)`, [email]);
  return person;
}

export async function setOperator(pool: pg.Pool, personId: string, operator: boolean): Promise<void> {
  await pool.query("update users set operator = $2 where id = $1", [personId, operator]);
}

/** Returns undefined when the person does not exist or is no member of that workspace. */
export async function readIdentity(
  db: pg.Pool | pg.PoolClient,
  personId: string,
  workspaceId: string,
): Promise<Omit<Identity, "freeExplore" | "payOnce"> | undefined> {
  const { rows } = await db.query<PersonWorkspace & Pick<Identity, "person">>(
    `select w.id, w.name, m.role, json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'operator', u.operator,
       'demo', u.demo, 'confirmed', u.email_verified) as person
     from users u join members m on m.user_id = u.id join workspaces w on w.id = m.workspace_id
     where u.id = $1 order by lower(w.name), w.id`,
    [personId],
  );
  const workspaces = rows.map(({ id, name, role }) => ({ id, name, role }));
  const workspace = workspaces.find(({ id }) => id === workspaceId);
  const [row] = rows;
  if (row === undefined || workspace === undefined) return undefined;
  return { person: row.person, workspace, workspaces };
}
