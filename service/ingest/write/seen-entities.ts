/** Which events and entities the rows of this run have named: in a temporary table, because a file may have any length. */
import type pg from "pg";

export async function prepareSeenTable(client: pg.ClientBase): Promise<void> {
  await client.query("create temporary table if not exists import_seen (id uuid primary key)");
  await client.query("truncate import_seen");
}

export class SeenEntities {
  readonly #seen: Set<string>;
  readonly #added: string[] = [];

  private constructor(seen: Set<string>) {
    this.#seen = seen;
  }

  static async load(client: pg.ClientBase, ids: readonly string[]): Promise<SeenEntities> {
    const { rows } = await client.query<{ id: string }>("select id from import_seen where id = any($1::uuid[])", [ids]);
    return new SeenEntities(new Set(rows.map((row) => row.id)));
  }

  /** Whether this is the first time; from now on it is not. */
  first(id: string): boolean {
    if (this.#seen.has(id)) return false;
    this.#seen.add(id);
    this.#added.push(id);
    return true;
  }

  async write(client: pg.ClientBase): Promise<void> {
    await client.query("insert into import_seen select unnest($1::uuid[])", [this.#added]);
  }
}
