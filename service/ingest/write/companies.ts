/** Finds the company that a row means, and merges the row's facts into it. */

import { company as companySchema } from "@dealflow/contract/records/schemas";
import type { CompanyFacts } from "@/service/records/company";
import { takeChangeInstant } from "@/service/store/change-order";
import { newId } from "@/service/store/new-id";
import { copyRows } from "../copy";
import type { CompanyStatement } from "../statement";
import { COMPANY_ROWS, DOMAIN_ROWS } from "../table-rows";
import { distinct, loadKeys, recordsById, writeKeys } from "./keys";
import type { SeenEntities } from "./seen-entities";
import { getOutcome, mergeList, mergeValue, type Outcome, type Run, updateRows } from "./update";

export interface ResolvedCompany {
  readonly id: string;
  readonly isNew: boolean;
  facts: CompanyFacts;
  changed: boolean;
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

  private constructor(private readonly run: Run) {}

  static async load(run: Run, statements: readonly CompanyStatement[]): Promise<Companies> {
    const companies = new Companies(run);
    const keys = await loadKeys(run, "company", distinct(statements.map((one) => one.key)));
    const domains = await run.client.query<{ domain: string; company_id: string }>(
      "select domain, company_id from company_domains where domain = any($1::text[])",
      [distinct(statements.map((one) => one.domain))],
    );
    const ids = distinct([...keys.values(), ...domains.rows.map((row) => row.company_id)]);
    for (const { id, record } of await recordsById(run.client, "companies", ids)) {
      companies.#all.set(id, {
        id,
        isNew: false,
        facts: storedFacts(id, record),
        changed: false,
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
  upsert(statement: CompanyStatement, seen: SeenEntities): { company: ResolvedCompany; outcome: Outcome } | null {
    const { key, domain } = statement;
    if (key === null && domain === null) return null;
    const found = this.find(statement);
    const company = found ?? this.#create(statement);
    const first = seen.first(company.id);
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
    return { company, outcome: getOutcome(company.id, { first, changed, contradicts }, seen) };
  }

  #create(statement: CompanyStatement): ResolvedCompany {
    const { key: _, ...facts } = statement;
    const id = newId();
    const { now } = this.run;
    const company: ResolvedCompany = {
      id,
      isNew: true,
      facts: { ...facts, id, name: statement.name ?? statement.domain ?? id, createdAt: now, updatedAt: now },
      changed: false,
      formerNames: new Set(),
    };
    this.#all.set(id, company);
    return company;
  }

  #merge(company: ResolvedCompany, stated: CompanyStatement, first: boolean): boolean {
    const before = company.facts;
    const after = mergedFacts(before, stated, first);
    if (sameFacts(before, after)) return false;
    if (after.name !== before.name) company.formerNames.add(before.name);
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

  async write(): Promise<void> {
    const { client, now } = this.run;
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
      [...this.#newDomains].map(([domain, companyId]) => ({ domain, companyId, seenAt: now })),
    );
    const former = [...this.#all.values()].flatMap(({ id, formerNames }) =>
      [...formerNames].map((name) => ({ id, name })),
    );
    if (former.length > 0)
      await client.query(
        `insert into company_former_names (company_id, name, seen_at)
         select id, name, $3 from unnest($1::uuid[], $2::text[]) as former(id, name) on conflict do nothing`,
        [former.map((one) => one.id), former.map((one) => one.name), now],
      );
    await writeKeys(this.run, "company", this.#newKeys);
  }
}

function changedAt({ facts, isNew }: ResolvedCompany, at: Date): CompanyFacts {
  return { ...facts, updatedAt: at, createdAt: isNew ? at : facts.createdAt };
}

const FACTS = [
  ...(["name", "domain", "description", "socialHandle", "socialUrl", "socialGeoId", "socialIndustryId"] as const),
  ...(["naicsCode", "hqCity", "hqCountry", "industryGroup", "industrySubTags", "verticals"] as const),
  ...(["employeeCountBucket", "foundedYear", "businessModel"] as const),
];

function mergedFacts(before: CompanyFacts, stated: CompanyStatement, first: boolean): CompanyFacts {
  return {
    id: before.id,
    name: stated.name !== null && (first || before.name === before.domain) ? stated.name : before.name,
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

function storedFacts(id: string, record: string): CompanyFacts {
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
