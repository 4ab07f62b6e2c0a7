/** Finds the person that a row means: by key, by profile, or by name and company within one source. */
import type { ExecMove } from "@dealflow/contract/records/schemas";
import { newId } from "@/service/store/new-id";
import { copyRows } from "../copy";
import type { ExecMoveStatement, PersonStatement } from "../statement";
import { PERSON_ROWS } from "../table-rows";
import { normalName } from "../values/text";
import { bounded, distinct, loadKeys, writeKeys } from "./keys";
import type { SeenEntities } from "./seen-entities";
import { mergeValue, type Run, updateRows } from "./update";

export interface KnownPerson {
  readonly id: string;
  readonly isNew: boolean;
  facts: ExecMove["person"];
  changed: boolean;
}

/** People of one name are many, so a name counts only together with the company. */
function personKey({ person, company }: ExecMoveStatement): string {
  if (person.key !== null) return bounded(`key:${person.key}`);
  const profile = person.socialUrl ?? person.socialHandle;
  if (profile !== null) return bounded(`profile:${profile.toLowerCase().replace(/^.*\/(?=[^/])|\/$/g, "")}`);
  const at = company.key ?? company.domain ?? normalName(company.name ?? "");
  return bounded(`name:${normalName(person.name)}@${at}`);
}

export class People {
  readonly #byKey = new Map<string, KnownPerson>();
  readonly #all = new Map<string, KnownPerson>();
  readonly #newKeys = new Map<string, string>();

  private constructor(private readonly run: Run) {}

  static async load(run: Run, statements: readonly ExecMoveStatement[]): Promise<People> {
    const people = new People(run);
    const keys = await loadKeys(run, "person", distinct(statements.map(personKey)));
    const { rows } = await run.client.query<{
      id: string;
      name: string;
      social_handle: string | null;
      social_url: string | null;
    }>("select id, name, social_handle, social_url from people where id = any($1::uuid[])", [[...keys.values()]]);
    for (const { id, name, social_handle: socialHandle, social_url: socialUrl } of rows)
      people.#all.set(id, { id, isNew: false, facts: { id, name, socialHandle, socialUrl }, changed: false });
    for (const [key, id] of keys) {
      const known = people.#all.get(id);
      if (known !== undefined) people.#byKey.set(key, known);
    }
    return people;
  }

  get ids(): string[] {
    return [...this.#all.keys()];
  }

  upsert(statement: ExecMoveStatement, seen: SeenEntities): KnownPerson {
    const key = personKey(statement);
    const found = this.#byKey.get(key);
    const person = found ?? this.#create(statement.person);
    if (found === undefined) {
      this.#byKey.set(key, person);
      this.#newKeys.set(key, person.id);
    }
    const first = seen.first(person.id);
    if (found !== undefined) this.#merge(person, statement.person, first);
    return person;
  }

  #create({ key: _, ...stated }: PersonStatement): KnownPerson {
    const id = newId();
    const created = { id, isNew: true, facts: { id, ...stated }, changed: false };
    this.#all.set(id, created);
    return created;
  }

  #merge(person: KnownPerson, stated: PersonStatement, first: boolean): void {
    const before = person.facts;
    const after = {
      id: before.id,
      name: mergeValue(before.name, stated.name, first),
      socialHandle: mergeValue(before.socialHandle, stated.socialHandle, first),
      socialUrl: mergeValue(before.socialUrl, stated.socialUrl, first),
    };
    if (JSON.stringify(after) === JSON.stringify(before)) return;
    person.facts = after;
    person.changed = true;
  }

  get added(): KnownPerson[] {
    return [...this.#all.values()].filter((person) => person.isNew);
  }

  get changed(): KnownPerson[] {
    return [...this.#all.values()].filter((person) => !person.isNew && person.changed);
  }

  async write(): Promise<void> {
    const row = (person: KnownPerson) => ({ ...person.facts, demo: false });
    await copyRows(this.run.client, PERSON_ROWS, this.added.map(row));
    await updateRows(this.run.client, PERSON_ROWS, this.changed.map(row));
    await writeKeys(this.run, "person", this.#newKeys);
  }
}
