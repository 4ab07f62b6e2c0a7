/** A person and their workspaces, as the account pages show them. */

import type { Identity, PersonWorkspace } from "@dealflow/contract/account-people";
import type pg from "pg";

interface Row extends PersonWorkspace {
  readonly person_id: string;
  readonly person_name: string;
  readonly email: string;
  readonly operator: boolean;
  readonly demo: boolean;
  readonly confirmed: boolean;
}

/** Undefined when the person does not exist or is no member of that workspace. */
export async function readIdentity(
  db: pg.Pool | pg.PoolClient,
  personId: string,
  workspaceId: string,
): Promise<Omit<Identity, "freeExplore" | "payOnce"> | undefined> {
  const { rows } = await db.query<Row>(
    `select w.id, w.name, m.role, u.id as person_id, u.name as person_name, u.email, u.operator, u.demo, u.email_verified as confirmed
     from users u join members m on m.user_id = u.id join workspaces w on w.id = m.workspace_id
     where u.id = $1 order by lower(w.name), w.id`,
    [personId],
  );
  const workspaces = rows.map(({ id, name, role }) => ({ id, name, role }));
  const workspace = workspaces.find(({ id }) => id === workspaceId);
  const [row] = rows;
  if (row === undefined || workspace === undefined) return undefined;
  const { person_id, person_name, email, operator, demo, confirmed } = row;
  return { person: { id: person_id, name: person_name, email, operator, demo, confirmed }, workspace, workspaces };
}
