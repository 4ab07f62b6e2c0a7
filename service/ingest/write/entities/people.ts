/** Finds the person that a row means: by key, by profile, or by name and company within one source. */
import { type ExecMove, person } from "@dealflow/contract/records/schemas";
import type { RowError } from "../../row-error";
import type { ExecMoveStatement, PersonStatement } from "../../statement";
import { PERSON_ROWS } from "../../table-rows";
import { normalName } from "../../values/text";
import type { Decisions } from "../decisions";
import type { ImportRecords } from "../import-records";
import { bounded, idFor } from "../keys";
import { loadRecords } from "../stored-records";
import { mergeValue, type Run } from "../update";
import { Withdrawals } from "../withdrawals";
import { type KnownRecord, KnownRecords, knownRecord } from "./known-records";

export type KnownPerson = KnownRecord<ExecMove["person"]>;

/** People of one name are many, so a name counts only together with the company. */
export function personKey({ person, company }: ExecMoveStatement): string {
  if (person.key !== null) return bounded(`key:${person.key}`);
  const profile = person.socialUrl ?? person.socialHandle;
  if (profile !== null) return bounded(`profile:${profile.toLowerCase().replace(/^.*\/(?=[^/])|\/$/g, "")}`);
  const at = company.key ?? company.domain ?? normalName(company.name ?? "");
  return bounded(`name:${normalName(person.name)}@${at}`);
}

export class People extends KnownRecords<KnownPerson["facts"], KnownPerson> {
  private constructor(
    run: Run,
    /** Has the id of every known key, also of people who were removed. */
    private readonly idsByKey: ReadonlyMap<string, string>,
    private readonly withdrawals: Withdrawals,
  ) {
    super(run);
  }

  /** @param ids people of the keys, and of events that the rows may tell of */
  static async load(
    run: Run,
    decisions: Decisions,
    keys: ReadonlyMap<string, string>,
    ids: readonly string[],
  ): Promise<People> {
    const people = new People(run, keys, Withdrawals.of(decisions, "person"));
    for (const { id, record } of await loadRecords(run.client, "person", ids))
      people.all.set(id, knownRecord(id, storedPerson(record), record));
    people.index(keys);
    return people;
  }

  /** Makes the source's person a known one, because a move of both is the same. */
  adopt(statement: ExecMoveStatement, id: string): void {
    const known = this.all.get(id);
    if (known !== undefined) this.bind(personKey(statement), known);
  }

  /** Returns why the person may not come back, when they were withdrawn. */
  withdrawal(statement: ExecMoveStatement): RowError | undefined {
    const key = personKey(statement);
    return this.byKey.has(key) ? undefined : this.withdrawals.error([this.idsByKey.get(key)]);
  }

  upsert(statement: ExecMoveStatement, records: ImportRecords): KnownPerson {
    const key = personKey(statement);
    const found = this.byKey.get(key);
    const known = found ?? this.#create(statement.person, key);
    this.bind(key, known);
    const first = records.first(known.id, "person");
    if (found !== undefined) this.#merge(known, statement.person, first && records.leads(known.id));
    return known;
  }

  #create({ key: _, ...stated }: PersonStatement, key: string): KnownPerson {
    const id = idFor(this.idsByKey.get(key), this.all);
    const created = knownRecord(id, { id, ...stated }, null);
    this.all.set(id, created);
    return created;
  }

  #merge(known: KnownPerson, stated: PersonStatement, leads: boolean): void {
    const before = known.facts;
    const after = {
      id: before.id,
      name: mergeValue(before.name, stated.name, leads),
      socialHandle: mergeValue(before.socialHandle, stated.socialHandle, leads),
      socialUrl: mergeValue(before.socialUrl, stated.socialUrl, leads),
    };
    if (JSON.stringify(after) === JSON.stringify(before)) return;
    known.facts = after;
    known.changed = true;
  }

  write(records: ImportRecords): Promise<void> {
    return this.writeRows("person", PERSON_ROWS, records);
  }
}

export function storedPerson(text: string): ExecMove["person"] {
  return person.parse(JSON.parse(text));
}
