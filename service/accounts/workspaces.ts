/** Workspaces: who holds credits and keys. */
import type pg from "pg";
import { isUuid } from "@/lib/contract/syntax";
import { grantCredits } from "@/service/credits/ledger";
import { newId } from "@/service/store/new-id";

export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly balance: number;
}

/** Makes a workspace with a first grant (0: none); undefined when the name is taken. */
export async function createWorkspace(
  pool: pg.Pool,
  name: string,
  credits: number,
  at: Date,
): Promise<Workspace | undefined> {
  const id = newId();
  const client = await pool.connect();
  try {
    await client.query("begin");
    const { rowCount } = await client.query(
      "insert into workspaces (id, name, created_at) values ($1, $2, $3) on conflict (name) do nothing",
      [id, name, at],
    );
    if (rowCount === 1 && credits > 0) await grantCredits(client, id, credits, at);
    await client.query("commit");
    return rowCount === 1 ? { id, name, balance: credits } : undefined;
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

export async function listWorkspaces(pool: pg.Pool): Promise<Workspace[]> {
  const { rows } = await pool.query<Workspace>("select id, name, balance from workspaces order by id");
  return rows;
}

/** Finds a workspace by its id or its name. */
export async function findWorkspace(pool: pg.Pool, idOrName: string): Promise<Workspace | undefined> {
  const { rows } = await pool.query<Workspace>("select id, name, balance from workspaces where name = $1 or id = $2", [
    idOrName,
    isUuid(idOrName) ? idOrName : null,
  ]);
  return rows[0];
}
