/** Everyone who is registered, for the operator. */

import type { PersonWorkspace } from "@dealflow/contract/account-people";
import type pg from "pg";

export interface ListedPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly operator: boolean;
  readonly demo: boolean;
  /** The address is confirmed. */
  readonly confirmed: boolean;
  readonly createdAt: string;
  readonly workspaces: readonly PersonWorkspace[];
}

const PEOPLE = `
select u.id, u.name, u.email, u.operator, u.demo, u.email_verified as confirmed, u.created_at, coalesce((
  select json_agg(json_build_object('id', w.id, 'name', w.name, 'role', m.role) order by lower(w.name), w.id)
  from members m join workspaces w on w.id = m.workspace_id where m.user_id = u.id
), '[]') as workspaces
from users u`;

type Row = Omit<ListedPerson, "createdAt"> & { readonly created_at: Date };

/** By date of registration. */
export async function listPeople(pool: pg.Pool): Promise<ListedPerson[]> {
  const { rows } = await pool.query<Row>(`${PEOPLE} order by u.created_at, u.id`);
  return rows.map(toListedPerson);
}

/** @param email as `normalizeEmail` writes it */
export async function findPerson(pool: pg.Pool, email: string): Promise<ListedPerson | undefined> {
  const { rows } = await pool.query<Row>(`${PEOPLE} where lower(u.email) = lower($1)`, [email]);
  return rows.map(toListedPerson)[0];
}

export async function setOperator(pool: pg.Pool, personId: string, operator: boolean): Promise<void> {
  await pool.query("update users set operator = $2 where id = $1", [personId, operator]);
}

function toListedPerson({ created_at, ...row }: Row): ListedPerson {
  const { id, name, email, operator, demo, confirmed, workspaces } = row;
  return { id, name, email, operator, demo, confirmed, createdAt: created_at.toISOString(), workspaces };
}
