/** Finds the withdrawals that are in force for what a batch states. They are made one by one, so all of a kind are few. */
import { z } from "zod";
import { nameKey } from "../resolve/names/company-name";
import { RowError } from "../row-error";
import { kindName, type RecordKind } from "./import-records";
import type { Run } from "./update";

export interface Withdrawal {
  readonly id: string;
  /** The record as it was, as JSON; of an event with the precision of its date. */
  readonly record: string;
  readonly reason: string;
  readonly at: Date;
  /** These sources know it by a key. */
  readonly sources: readonly string[];
}

/** Returns the withdrawals of a kind. An import that is derived again is not bound by later ones. */
export async function loadWithdrawals(
  { client, importId, replayed = false }: Run,
  kind: RecordKind,
): Promise<readonly Withdrawal[]> {
  const { rows } = await client.query<Withdrawal>(
    `select r.record_id as id, r.record, r.reason, i.started_at as at,
       array(select distinct source from external_keys k where k.id = r.record_id) as sources
     from retractions r join imports i on i.id = r.import_id
     where r.kind = $1 and i.undone_at is null and (not $2 or r.import_id < $3)`,
    [kind, replayed, importId],
  );
  return rows;
}

const named = z.object({ name: z.string().nullable(), domain: z.string().nullish() });
const withCompany = z.object({ company: named.optional(), target: named.optional() });

/** Returns the company by which events are compared. */
export function companyOf(event: string): { readonly name: string | null; readonly domain: string | null } {
  const { company, target } = withCompany.parse(JSON.parse(event));
  const { name = null, domain = null } = company ?? target ?? {};
  return { name, domain };
}

/** The withdrawn companies, investors or people. */
export class Withdrawals {
  private constructor(
    private readonly kind: RecordKind,
    /** Has each by its id and by its domain. */
    private readonly byText: ReadonlyMap<string, Withdrawal>,
    private readonly byName: ReadonlyMap<string, readonly Withdrawal[]>,
  ) {}

  static async load(run: Run, kind: "company" | "investor" | "person"): Promise<Withdrawals> {
    const all = (await loadWithdrawals(run, kind)).map((one) => ({ one, ...named.parse(JSON.parse(one.record)) }));
    const texts = all.flatMap(({ one, domain }) =>
      [one.id, ...(domain == null ? [] : [domain])].map((text) => [text, one] as const),
    );
    const names = new Map<string, Withdrawal[]>([]);
    for (const { one, name } of all) {
      const key = nameKey(name ?? "");
      names.set(key, [...(names.get(key) ?? []), one]);
    }
    return new Withdrawals(kind, new Map(texts), names);
  }

  /**
   * Returns why a record may not come back.
   * @param texts ids and domains that mean it
   * @param isSame tells whether a withdrawn record of the same name is it
   */
  error(
    texts: readonly (string | null | undefined)[],
    name: string | null = null,
    isSame: (record: string, id: string) => boolean = () => false,
  ): RowError | undefined {
    if (this.byText.size === 0) return undefined;
    const found =
      texts.map((text) => this.byText.get(text ?? "")).find((one) => one !== undefined) ??
      (name === null ? undefined : this.byName.get(nameKey(name))?.find(({ record, id }) => isSame(record, id)));
    return found && withdrawnError(kindName(this.kind), found);
  }
}

export function withdrawnError(what: string, { at, reason }: Withdrawal): RowError {
  return new RowError(
    `The ${what} was withdrawn on ${at.toISOString().slice(0, 10)} because: ${reason.replace(/[.\s]+$/, "")}.`,
  );
}
