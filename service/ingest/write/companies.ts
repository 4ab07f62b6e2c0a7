/** Finds the company that a row means, and merges the row's facts into it. */

import { company as companySchema } from "@dealflow/contract/records/schemas";
import type pg from "pg";
import type { CompanyFacts } from "@/service/records/company";
import { takeChangeInstant } from "@/service/store/change-order";
import { copyRows } from "../copy";
import type { CompanyRowStatement, CompanyStatement } from "../statement";
import { COMPANY_ROWS, DOMAIN_ROWS } from "../table-rows";
import { normalName } from "../values/text";
import type { ImportRecords } from "./import-records";
import { distinct, idFor, loadKeys, recordsById, writeKeys } from "./keys";
import { loadNamesakes, namesakeKey } from "./namesakes";
import { getOutcome, mergeList, mergeValue, type Outcome, type Run, updateRows } from "./update";

export interface ResolvedCompany {
  readonly id: string;
  readonly isNew: boolean;
  facts: CompanyFacts;
  changed: boolean;
  /** The text of the record before this batch; null for a new company. */
  readonly before: string | null;
  /** The company had these names until this batch. */
  readonly formerNames: Set<string>;
}

/**
 * Finds the companies that the rows of one batch name by key or domain. When a row matches one by each, the key wins.
 */
export class Companies {
  readonly #byKey = new Map<string, ResolvedCompany>();
  readonly #byDomain = new Map<string, ResolvedCompany>();
  readonly #all = new Map<string, ResolvedCompany>();
  readonly #newKeys = new Map<string, string>();
  readonly #newDomains = new Map<string, string>();
  /** These companies were found by name in this batch. */
  readonly #taken = new Set<string>([]);

  private constructor(
    private readonly run: Run,
    /** Have the ids of known keys and domains, also of companies that were removed. */
    private readonly idsByKey: ReadonlyMap<string, string>,
    private readonly idsByDomain: ReadonlyMap<string, string>,
    private readonly namesakes: ReadonlyMap<string, string>,
  ) {}

  /** @param known the statements that may also name a known company by its name */
  static async load(
    run: Run,
    statements: readonly CompanyStatement[],
    known: readonly CompanyStatement[] = [],
  ): Promise<Companies> {
    const keys = await loadKeys(run, "company", distinct(statements.map((one) => one.key)));
    const wanted = distinct(statements.map((one) => one.domain));
    const domains = await run.client.query<{ domain: string; company_id: string }>(
      "select domain, company_id from company_domains where domain = any($1::text[])",
      [wanted],
    );
    const namesakes = await loadNamesakes(
      run,
      known.filter(({ key }) => key !== null && !keys.has(key)),
    );
    const companies = new Companies(run, keys, await removedCompanies(run.client, wanted), namesakes);
    const ids = distinct([...keys.values(), ...domains.rows.map((row) => row.company_id), ...namesakes.values()]);
    for (const { id, record } of await recordsById(run.client, "companies", ids)) {
      companies.#all.set(id, {
        id,
        isNew: false,
        facts: storedCompany(id, record),
        changed: false,
        before: record,
        formerNames: new Set(),
      });
    }
    for (const [key, id] of keys) companies.#note(companies.#byKey, key, id);
    for (const row of domains.rows) companies.#note(companies.#byDomain, row.domain, row.company_id);
    return companies;
  }

  #note(index: Map<string, ResolvedCompany>, text: string, id: string): void {
    const found = this.#all.get(id);
    if (found !== undefined) index.set(text, found);
  }

  get ids(): string[] {
    return [...this.#all.keys()];
  }

  /** Returns the company that is known so far under the key or domain of the statement. */
  find({ key, domain }: CompanyStatement): ResolvedCompany | undefined {
    return (
      (key === null ? undefined : this.#byKey.get(key)) ?? (domain === null ? undefined : this.#byDomain.get(domain))
    );
  }

  /** Returns the company of the row, created when it is new, with the row's facts; null when nothing identifies it. */
  upsert(statement: CompanyStatement, records: ImportRecords): { company: ResolvedCompany; outcome: Outcome } | null {
    const { key, domain } = statement;
    if (key === null && domain === null) return null;
    const found = this.find(statement);
    const company = found ?? this.#create(statement);
    const first = records.first(company.id, "company");
    if (key !== null && !this.#byKey.has(key)) {
      this.#byKey.set(key, company);
      this.#newKeys.set(key, company.id);
    }
    // A domain that another company has or had stays with that one.
    const ownsDomain = domain === null || (this.#byDomain.get(domain) ?? company) === company;
    if (domain !== null && !this.#byDomain.has(domain)) {
      this.#byDomain.set(domain, company);
      this.#newDomains.set(domain, company.id);
    }
    if (found === undefined) return { company, outcome: "added" };
    const stated = ownsDomain ? statement : { ...statement, domain: null };
    const changed = this.#merge(company, stated, first);
    const contradicts = () => !sameFacts(company.facts, mergedFacts(company.facts, stated, true));
    return { company, outcome: getOutcome(company.id, { first, changed, contradicts }, records) };
  }

  /**
   * Adds the key and the names of a row, and what is unknown of its facts, to the company that is known under its key,
   * its domain, or its name within its country. Returns undefined when there is none.
   */
  addToKnown({ company: stated, otherNames }: CompanyRowStatement, records: ImportRecords): Outcome | undefined {
    const company = this.find(stated) ?? this.#findNamesake(stated);
    if (company === undefined) return undefined;
    const first = records.first(company.id, "company");
    const { key } = stated;
    const isNewKey = key !== null && !this.#byKey.has(key);
    if (isNewKey) {
      this.#byKey.set(key, company);
      this.#newKeys.set(key, company.id);
    }
    const changed = this.#merge(company, { ...stated, name: null, domain: null }, false);
    this.addNames(company, stated.name === null ? otherNames : [stated.name, ...otherNames]);
    return getOutcome(company.id, { first, changed: changed || isNewKey, contradicts: () => false }, records);
  }

  /** The first of two rows with one name is the company; the second may be another. */
  #findNamesake(stated: CompanyStatement): ResolvedCompany | undefined {
    const id = this.namesakes.get(namesakeKey(stated) ?? "");
    const company = id === undefined ? undefined : this.#all.get(id);
    if (company === undefined || this.#taken.has(company.id)) return undefined;
    this.#taken.add(company.id);
    return company;
  }

  /** Notes names by which the company is found too; one that differs in case or punctuation only says nothing. */
  addNames(company: ResolvedCompany, names: readonly string[]): void {
    const own = normalName(company.facts.name);
    for (const name of names) if (normalName(name) !== own) company.formerNames.add(name);
  }

  #create(statement: CompanyStatement): ResolvedCompany {
    const { key, ...facts } = statement;
    const former = key === null ? undefined : this.idsByKey.get(key);
    const id = idFor(former ?? this.idsByDomain.get(facts.domain ?? ""), this.#all);
    const { now } = this.run;
    const company: ResolvedCompany = {
      id,
      isNew: true,
      facts: { ...facts, id, name: statement.name ?? statement.domain ?? id, createdAt: now, updatedAt: now },
      changed: false,
      before: null,
      formerNames: new Set(),
    };
    this.#all.set(id, company);
    return company;
  }

  #merge(company: ResolvedCompany, stated: CompanyStatement, first: boolean): boolean {
    const before = company.facts;
    const after = mergedFacts(before, stated, first);
    if (sameFacts(before, after)) return false;
    if (after.name !== before.name && nameRank(before.name, before.domain) === 2) company.formerNames.add(before.name);
    company.facts = after;
    company.changed = true;
    return true;
  }

  /** Returns companies that existed before this batch and whose facts it changed. */
  get changed(): ResolvedCompany[] {
    return [...this.#all.values()].filter((company) => !company.isNew && company.changed);
  }

  get added(): ResolvedCompany[] {
    return [...this.#all.values()].filter((company) => company.isNew);
  }

  async write(records: ImportRecords): Promise<void> {
    const { client, now, importId } = this.run;
    for (const { id } of this.added) records.added(id);
    for (const { id, before } of this.changed) records.changed(id, before ?? "");
    const written = [...this.added, ...this.changed];
    if (written.length > 0) {
      const at = await takeChangeInstant(client, "companies", now);
      for (const company of written) company.facts = changedAt(company, at);
    }
    const row = (company: ResolvedCompany) => ({ ...company.facts, demo: false });
    await copyRows(client, COMPANY_ROWS, this.added.map(row));
    await updateRows(client, COMPANY_ROWS, this.changed.map(row));
    await copyRows(
      client,
      DOMAIN_ROWS,
      [...this.#newDomains].map(([domain, companyId]) => ({ domain, companyId, seenAt: now, importId })),
    );
    const former = [...this.#all.values()].flatMap(({ id, formerNames }) =>
      [...formerNames].map((name) => ({ id, name })),
    );
    if (former.length > 0)
      await client.query(
        `insert into company_former_names (company_id, name, seen_at, import_id)
         select id, name, $3, $4 from unnest($1::uuid[], $2::text[]) as former(id, name) on conflict do nothing`,
        [former.map((one) => one.id), former.map((one) => one.name), now, importId],
      );
    await writeKeys(this.run, "company", this.#newKeys);
  }
}

/** Returns the ids of companies that an undo removed, by their domains, which are kept as keys of no source. */
async function removedCompanies(client: pg.ClientBase, domains: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ key: string; id: string }>(
    `select key, id from external_keys where kind = 'company' and source = '' and key = any($1::text[])
       and exists (select from external_keys where kind = 'company' and source = '')`,
    [domains],
  );
  return new Map(rows.map((row) => [row.key, row.id]));
}

function changedAt({ facts, isNew }: ResolvedCompany, at: Date): CompanyFacts {
  return { ...facts, updatedAt: at, createdAt: isNew ? at : facts.createdAt };
}

const FACTS = [
  ...(["name", "domain", "description", "socialHandle", "socialUrl", "socialGeoId", "socialIndustryId"] as const),
  ...(["naicsCode", "hqCity", "hqCountry", "industryGroup", "industrySubTags", "verticals"] as const),
  ...(["employeeCountBucket", "foundedYear", "businessModel"] as const),
];

/** A domain as a name says less than another spelling of it, and that less than a name. */
function nameRank(name: string, domain: string | null): number {
  if (domain === null || name.toLowerCase() !== domain) return 2;
  return name === domain ? 0 : 1;
}

/** A later row of a run replaces a name only by one that says more, or two spellings would take turns in every run. */
function mergeName(before: CompanyFacts, stated: CompanyStatement, first: boolean): string {
  if (stated.name === null) return before.name;
  const domain = before.domain ?? stated.domain;
  const gain = nameRank(stated.name, domain) - nameRank(before.name, domain);
  return gain > 0 || (first && gain === 0) ? stated.name : before.name;
}

function mergedFacts(before: CompanyFacts, stated: CompanyStatement, first: boolean): CompanyFacts {
  return {
    id: before.id,
    name: mergeName(before, stated, first),
    domain: mergeValue(before.domain, stated.domain, first),
    description: mergeValue(before.description, stated.description, first),
    socialHandle: mergeValue(before.socialHandle, stated.socialHandle, first),
    socialUrl: mergeValue(before.socialUrl, stated.socialUrl, first),
    socialGeoId: mergeValue(before.socialGeoId, stated.socialGeoId, first),
    socialIndustryId: mergeValue(before.socialIndustryId, stated.socialIndustryId, first),
    naicsCode: mergeValue(before.naicsCode, stated.naicsCode, first),
    hqCity: mergeValue(before.hqCity, stated.hqCity, first),
    hqCountry: mergeValue(before.hqCountry, stated.hqCountry, first),
    industryGroup: mergeValue(before.industryGroup, stated.industryGroup, first),
    industrySubTags: mergeList(before.industrySubTags, stated.industrySubTags, first),
    verticals: mergeList(before.verticals, stated.verticals, first),
    employeeCountBucket: mergeValue(before.employeeCountBucket, stated.employeeCountBucket, first),
    foundedYear: mergeValue(before.foundedYear, stated.foundedYear, first),
    businessModel: mergeValue(before.businessModel, stated.businessModel, first),
    createdAt: before.createdAt,
    updatedAt: before.updatedAt,
  };
}

function sameFacts(a: CompanyFacts, b: CompanyFacts): boolean {
  return FACTS.every((fact) => {
    const [one, other] = [a[fact], b[fact]];
    return one === other || (Array.isArray(one) && Array.isArray(other) && sameList(one, other));
  });
}

function sameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

/** Returns the facts of a stored company from the text of its record. */
export function storedCompany(id: string, record: string): CompanyFacts {
  const { naicsLevel: _, hqCountry, ...stored } = companySchema.parse(JSON.parse(record));
  return {
    ...stored,
    id,
    name: stored.name ?? "",
    hqCountry: hqCountry?.code ?? null,
    createdAt: new Date(stored.createdAt ?? 0),
    updatedAt: new Date(stored.updatedAt ?? 0),
  };
}
