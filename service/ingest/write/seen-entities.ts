/** Records the events and entities of this run in a temporary table, because a file may have any length. */
import type pg from "pg";

export async function prepareSeenTable(client: pg.ClientBase): Promise<void> {
  await client.query("create temporary table if not exists import_seen (id uuid primary key, line integer not null)");
  await client.query("truncate import_seen");
}

export class SeenEntities {
  readonly #lines: Map<string, number>;
  readonly #added: string[] = [];
  #line = 0;

  private constructor(lines: Map<string, number>) {
    this.#lines = lines;
  }

  static async load(client: pg.ClientBase, ids: readonly string[]): Promise<SeenEntities> {
    const { rows } = await client.query<{ id: string; line: number }>(
      "select id, line from import_seen where id = any($1::uuid[])",
      [ids],
    );
    return new SeenEntities(new Map(rows.map(({ id, line }) => [id, line])));
  }

  /** Starts a row; entities seen from now on belong to it. */
  beginRow(line: number): void {
    this.#line = line;
  }

  /** Returns true the first time an id is given, and false afterwards. */
  first(id: string): boolean {
    if (this.#lines.has(id)) return false;
    this.#lines.set(id, this.#line);
    this.#added.push(id);
    return true;
  }

  /** Returns the line of the first row that named it. */
  firstLine(id: string): number | undefined {
    return this.#lines.get(id);
  }

  async write(client: pg.ClientBase): Promise<void> {
    const lines = this.#added.map((id) => this.#lines.get(id));
    await client.query("insert into import_seen select * from unnest($1::uuid[], $2::integer[])", [this.#added, lines]);
  }
}
