/** Finds the company that a row means, and merges the row's facts into it. */

import type { Company } from "@dealflow/contract/records/schemas";
import type { CompanyFacts } from "@/service/records/company";
import { defer } from "@/service/store/batching";
import { copyRows } from "../../copy";
import { lookupKeys, nameKey, spelledKeys, storedKeys } from "../../resolve/names/company-name";
import {
  type CompanyMatch,
  contradicts,
  differs,
  findStrongest,
  hasOnlyShortName,
  haveUnlike,
  matchCompany,
} from "../../resolve/same-company";
import { judgeNames } from "../../resolve/score";
import type { RowError } from "../../row-error";
import type { CompanyRowStatement, CompanyStatement } from "../../statement";
import { COMPANY_ROWS, DOMAIN_ROWS } from "../../table-rows";
import { normalName } from "../../values/text";
import type { ImportRecords } from "../import-records";
import type { Judgements } from "../judgements";
import { idFor, pushTo } from "../keys";
import { getOutcome, type Outcome, type Run } from "../update";
import { Withdrawals } from "../withdrawals";
import { ignoredFacts, mergedFacts, nameRank, sameFacts, storedCompany } from "./company-facts";
import { bareKey, companyKey, hasNameOnly, nameKeys, ownKeys } from "./company-keys";
import { addName, listNames, type OtherName, withNames, writeNames } from "./company-names";
import { type KnownRecord, KnownRecords, knownRecord, stampChanges } from "./known-records";
import { type LoadedIds, loadCompanies } from "./load-companies";

export interface ResolvedCompany extends KnownRecord<CompanyFacts> {
  /** The company had these names until this batch. */
  readonly formerNames: Set<string>;
  /** Sources state these names besides that of the record, by their letters. */
  readonly names: Map<string, OtherName>;
}

/** One source states both companies by this name. */
export interface OwnName {
  readonly id: string;
  readonly otherId: string;
  readonly name: string;
}

/** The match is null for a name that the source used before. */
interface NamedMatch {
  readonly company: ResolvedCompany;
  readonly match: Reason | null;
}

type Reason = Pick<CompanyMatch, "rule" | "verdict">;

/**
 * Finds the companies that the rows of one batch name by key, domain or name. When a row matches one by each, the key
 * wins, then the domain. A name needs a fact that agrees, unless the same source used it before.
 */
export class Companies extends KnownRecords<CompanyFacts, ResolvedCompany> {
  readonly #byDomain = new Map<string, ResolvedCompany>();
  readonly #byName = new Map<string, ResolvedCompany[]>();
  readonly #newDomains = new Map<string, string>();
  readonly #united = new Map<string, { readonly oneId: string; readonly otherId: string }>();
  /** The source knows these by keys of its own. */
  readonly #keyed = new Set<string>();
  /** The source stated these. */
  readonly #stated = new Set<string>();
  /** Rows of the batch state these new keys together with the domain of a known company. */
  readonly #foreseen = new Map<string, ResolvedCompany>();
  /** The source states these companies by their domains, and others by the same names alone. */
  readonly #ownNames = new Map<string, OwnName>();
  /** Rows of the batch state these other companies with new keys, by the letters of their names. */
  readonly #unknown = new Map<string, CompanyStatement[]>();

  private constructor(
    run: Run,
    private readonly judgements: Judgements,
    private readonly loaded: LoadedIds,
    private readonly withdrawals: Withdrawals,
  ) {
    super(run);
  }

  static async load(
    run: Run,
    judgements: Judgements,
    loaded: LoadedIds,
    statements: readonly CompanyStatement[],
  ): Promise<Companies> {
    const withdrawals = Withdrawals.of(judgements.decisions, "company");
    const companies = new Companies(run, judgements, loaded, withdrawals);
    for (const { id, record, keyed, stated, names } of await loadCompanies(run, loaded)) {
      if (keyed) companies.#keyed.add(id);
      if (stated) companies.#stated.add(id);
      if (record === null) continue;
      companies.#remember({
        ...knownRecord(id, storedCompany(id, record), record),
        formerNames: new Set(),
        names: new Map(names.flatMap((name) => spelledKeys(name).map((key) => [key, { name, isNew: false }] as const))),
      });
    }
    companies.index(loaded.byKey);
    companies.index(loaded.byDomain, companies.#byDomain);
    companies.#foresee(statements);
    return companies;
  }

  /** Reads the new keys of the batch, so that which of them a company gets does not depend on the order of rows. */
  #foresee(statements: readonly CompanyStatement[]): void {
    for (const stated of statements) {
      if (stated.key === null || this.byKey.has(stated.key)) continue;
      const company = stated.domain === null ? undefined : this.#byDomain.get(stated.domain);
      if (company === undefined) pushTo(this.#unknown, nameKey(stated.name ?? ""), stated);
      else {
        this.#foreseen.set(stated.key, company);
        this.#keyed.add(company.id);
      }
    }
  }

  #remember(company: ResolvedCompany): void {
    this.all.set(company.id, company);
    for (const name of listNames(company)) for (const key of storedKeys(name)) pushTo(this.#byName, key, company);
  }

  #addName(company: ResolvedCompany, name: string | null): void {
    if (name === null || !addName(company, name)) return;
    for (const stored of storedKeys(name)) pushTo(this.#byName, stored, company);
  }

  listNames({ id }: Company): readonly string[] {
    const company = id === null ? undefined : this.all.get(id);
    return company === undefined ? [] : listNames(company);
  }

  /** Returns the company that is known so far under the key, the domain or the name of the statement. */
  find(statement: CompanyStatement): ResolvedCompany | undefined {
    return this.#known(statement) ?? this.#namesake(statement)?.company;
  }

  #known({ key, domain }: CompanyStatement): ResolvedCompany | undefined {
    const byKey = key === null ? undefined : (this.byKey.get(key) ?? this.#foreseen.get(key));
    return byKey ?? (domain === null ? undefined : this.#byDomain.get(domain));
  }

  /** Returns the company that the statement means by its name, with the reason. */
  #namesake(stated: CompanyStatement, cities?: "any"): NamedMatch | undefined {
    if (stated.name === null) return undefined;
    const here = this.#hasUnlikeNamesakes(stated) ? undefined : this.#namesakeHere(stated);
    return here ?? this.#namesakeElsewhere(stated, cities);
  }

  /** Tells whether a bare name may mean several companies of which no two can be one, so that its source means any of them. */
  #hasUnlikeNamesakes(stated: CompanyStatement): boolean {
    return hasNameOnly(stated) && this.#areUnlike(stated);
  }

  #listNamesakes({ name }: Pick<CompanyStatement, "name">): ResolvedCompany[] {
    return [...new Set(lookupKeys(name ?? "").flatMap((key) => this.#byName.get(key) ?? []))];
  }

  #areUnlike(stated: Pick<CompanyStatement, "name">): boolean {
    return haveUnlike(this.#listNamesakes(stated).map(({ facts }) => facts));
  }

  /** Tells whether it stays open which company an event names: its name has several, and nothing says which one is meant. */
  isOpen(stated: CompanyStatement, part?: Company): boolean {
    if (!this.#hasUnlikeNamesakes(stated)) return false;
    if (part !== undefined && this.#ofPart(part, stated) !== undefined) return false;
    // What contradicts all of them is another company.
    return (
      this.find(stated) === undefined && this.#listNamesakes(stated).some(({ facts }) => !contradicts(facts, stated))
    );
  }

  /**
   * A source means one company by one name, unless it states two countries. One with a key or a domain may be the same when
   * nothing contradicts.
   */
  #namesakeHere(stated: CompanyStatement): NamedMatch | undefined {
    const byName = hasNameOnly(stated);
    const company = nameKeys(stated)
      .map((key) => this.byKey.get(key))
      .find((one) => {
        if (one === undefined) return false;
        if (byName) return !differs(one.facts.hqCountry, stated.hqCountry);
        return !this.#isKept(stated, one.id) && !contradicts(one.facts, stated);
      });
    const found = company ?? (byName ? this.#onlyStated(stated) : undefined);
    return found === undefined ? undefined : { company: found, match: null };
  }

  /** Returns the only company that the source states under the name, with a key or a domain. */
  #onlyStated(stated: CompanyStatement): ResolvedCompany | undefined {
    const key = nameKey(stated.name ?? "");
    const named = new Set(this.#byName.get(key));
    const own = [...named].filter(({ id, facts }) => this.#stated.has(id) && nameKey(facts.name) === key);
    const [only] = own;
    if (only === undefined || own.length > 1) return undefined;
    return this.#isKept(stated, only.id) || contradicts(only.facts, stated) ? undefined : only;
  }

  /** Two companies that match equally well leave it open. */
  #namesakeElsewhere(stated: CompanyStatement, cities?: "any"): NamedMatch | undefined {
    const matches = this.#listNamesakes(stated).flatMap((company) => {
      const match = this.#isKept(stated, company.id) ? null : matchCompany(withNames(company), stated, cities);
      return match === null ? [] : [{ company, match }];
    });
    const best = findStrongest(matches, ({ match }) => match.strength);
    return best === undefined || this.#hasRival(stated, best, cities) ? undefined : best;
  }

  /** Tells whether the source states another company in this batch that is the known one as much. */
  #hasRival(
    { key, name }: CompanyStatement,
    { company, match }: NamedMatch & { readonly match: CompanyMatch },
    cities?: "any",
  ): boolean {
    if (key === null) return false;
    return (this.#unknown.get(nameKey(name ?? "")) ?? []).some((other) => {
      if (other.key === key || this.#foreseen.has(other.key ?? "")) return false;
      const rival = matchCompany(withNames(company), other, cities);
      return rival !== null && rival.strength >= match.strength;
    });
  }

  /** A source has one key for a company, and a person may have decided that the two are different. */
  #isKept(stated: CompanyStatement, id: string): boolean {
    return (stated.key !== null && this.#keyed.has(id)) || this.judgements.forbids("company", id, companyKey(stated));
  }

  /** Returns why the company may not come back, when it was withdrawn. */
  withdrawal(stated: CompanyStatement): RowError | undefined {
    if (this.find(stated) !== undefined) return undefined;
    const { byKey, removed } = this.loaded;
    const ids = [...ownKeys(stated).map((key) => byKey.get(key)), removed.get(stated.domain ?? ""), stated.domain];
    const isSame = (record: string, id: string) => matchCompany(storedCompany(id, record), stated) !== null;
    return this.withdrawals.error(ids, stated.name, isSame);
  }

  /**
   * Returns the company of the row, created when it is new, with the row's facts; null when nothing identifies it.
   * @param part the company of the event that the row tells of, in its part; the row means it when it states only a name
   */
  upsert(
    statement: CompanyStatement,
    records: ImportRecords,
    part?: Company,
  ): { company: ResolvedCompany; outcome: Outcome } | null {
    if (statement.key === null && statement.domain === null && statement.name === null) return null;
    const known =
      this.#known(statement) ?? (part && hasNameOnly(statement) ? this.#ofPart(part, statement) : undefined);
    const named = known === undefined ? this.#namesake(statement) : undefined;
    const found = known ?? named?.company;
    const company = found ?? this.#create(statement);
    this.#note(statement, company, named?.match);
    const first = records.first(company.id, "company");
    this.#noteOwnName(statement, company);
    this.#bind(statement, company);
    if (found === undefined) return { company, outcome: "added" };
    // A domain that another company has or had stays with that one.
    const ownsDomain = statement.domain === null || this.#byDomain.get(statement.domain) === company;
    const stated = ownsDomain ? statement : { ...statement, domain: null };
    const changed = this.#merge(company, stated, first && records.leads(company.id));
    const getIgnored = () => ignoredFacts(company.facts, mergedFacts(company.facts, stated, true));
    return { company, outcome: getOutcome(company.id, { first, changed, getIgnored }, records) };
  }

  #noteOwnName({ key, domain, name }: CompanyStatement, { id }: ResolvedCompany): void {
    if (key !== null || domain === null || name === null) return;
    const other = this.byKey.get(bareKey(name));
    if (other !== undefined && other.id !== id)
      this.#ownNames.set(`${id} ${other.id}`, { id, otherId: other.id, name });
  }

  get ownNames(): readonly OwnName[] {
    return [...this.#ownNames.values()];
  }

  #ofPart({ id, name: known }: Company, statement: CompanyStatement): ResolvedCompany | undefined {
    const company = id === null ? undefined : this.all.get(id);
    if (company === undefined || contradicts(company.facts, statement)) return undefined;
    if (hasOnlyShortName(company.facts, statement.name ?? "")) return undefined;
    const { outcome, isShortForm, isMisspelling } = judgeNames(known ?? "", statement.name ?? "");
    return outcome === "same" || isShortForm || isMisspelling ? company : undefined;
  }

  /**
   * Makes the source's company a known one, because an event of both is the same. That says more than its name, by which
   * it may be another one.
   */
  adopt(statement: CompanyStatement, { id, name }: Company): void {
    const company = id === null ? undefined : this.all.get(id);
    if (company === undefined) return;
    const own = this.find(statement);
    if (own !== undefined) this.unite(company.id, own.id);
    if (own !== undefined && (hasNameOnly(statement) || own === this.#known(statement))) return;
    if (this.#isKept(statement, company.id) || contradicts(company.facts, statement)) return;
    if (hasOnlyShortName(company.facts, statement.name ?? "")) return;
    const verdict = judgeNames(name ?? "", statement.name ?? "");
    this.#note(statement, company, { rule: "name in one event", verdict });
    this.#bind(statement, company);
  }

  /** Notes that two known companies had the same part in one event. */
  unite(oneId: string | null, otherId: string | null): void {
    if (oneId !== null && otherId !== null && oneId !== otherId)
      this.#united.set(`${oneId} ${otherId}`, { oneId, otherId });
  }

  get united() {
    return [...this.#united.values()];
  }

  #note(statement: CompanyStatement, company: ResolvedCompany, reason: Reason | null | undefined): void {
    if (reason != null)
      this.judgements.add({ kind: "company", recordId: company.id, key: companyKey(statement), ...reason });
  }

  /** Stores the key and the domain of the statement for the company, and its name when it has neither. */
  #bind(statement: CompanyStatement, company: ResolvedCompany): void {
    const { key, domain } = statement;
    if (domain !== null && !this.#byDomain.has(domain)) {
      this.#byDomain.set(domain, company);
      this.#newDomains.set(domain, company.id);
    }
    if (key !== null) this.#keyed.add(company.id);
    this.#stated.add(company.id);
    const keys = ownKeys(statement);
    if (keys.some((one) => this.byKey.get(one) === company)) return;
    const free = keys.find((one) => !this.byKey.has(one));
    if (free !== undefined) this.bind(free, company);
  }

  /**
   * Adds the key and the names of a row, and what is unknown of its facts, to the company that is known under its key,
   * its domain, or its name with a fact that agrees. Returns undefined when there is none.
   */
  addToKnown({ company: stated, otherNames }: CompanyRowStatement, records: ImportRecords): Outcome | undefined {
    const known = this.#known(stated);
    // Registers, which add to what is known, state the seat.
    const named = known === undefined ? this.#namesake(stated, "any") : undefined;
    const company = known ?? named?.company;
    if (company === undefined) return undefined;
    this.#note(stated, company, named?.match);
    const first = records.first(company.id, "company");
    const isNewKey = stated.key !== null && !this.byKey.has(stated.key);
    if (isNewKey) this.#bind({ ...stated, domain: null }, company);
    const changed = this.#merge(company, { ...stated, name: null, domain: null }, false);
    this.addNames(company, stated.name === null ? otherNames : [stated.name, ...otherNames]);
    return getOutcome(company.id, { first, changed: changed || isNewKey, getIgnored: () => [] }, records);
  }

  /** Notes names by which the company is found too; one that differs in case or punctuation only says nothing. */
  addNames(company: ResolvedCompany, names: readonly string[]): void {
    const own = normalName(company.facts.name);
    for (const name of names) if (normalName(name) !== own) company.formerNames.add(name);
  }

  #create(statement: CompanyStatement): ResolvedCompany {
    // The key is the source's, and no fact of the company.
    const { key: _, ...facts } = statement;
    const former = ownKeys(statement)
      .map((one) => this.loaded.byKey.get(one))
      .find((one) => one !== undefined && !this.all.has(one));
    const id = idFor(former ?? this.loaded.removed.get(facts.domain ?? ""), this.all);
    const { now } = this.run;
    const name = statement.name ?? statement.domain ?? id;
    const created = knownRecord(id, { ...facts, id, name, createdAt: now, updatedAt: now }, null);
    const company: ResolvedCompany = { ...created, formerNames: new Set(), names: new Map([]) };
    this.#remember(company);
    return company;
  }

  #merge(company: ResolvedCompany, stated: CompanyStatement, leads: boolean): boolean {
    const before = company.facts;
    const after = mergedFacts(before, stated, leads);
    this.#addName(company, stated.name);
    if (sameFacts(before, after)) return false;
    if (after.name !== before.name && nameRank(before.name, before.domain) === 2) company.formerNames.add(before.name);
    company.facts = after;
    company.changed = true;
    this.#addName(company, before.name);
    return true;
  }

  /** Returns the ids of known companies to which the batch gave keys of the source, and whose names mean several companies. */
  get identified(): string[] {
    return [...this.newKeys].flatMap(([key, id]) => {
      const company = key.startsWith("name:") ? undefined : this.all.get(id);
      return company === undefined || company.isNew || !this.#areUnlike(company.facts) ? [] : id;
    });
  }

  /** Returns companies of which the batch stated another name, and whose facts it did not change. */
  get named(): ResolvedCompany[] {
    return [...this.all.values()].filter(
      ({ isNew, changed, names }) => !isNew && !changed && [...names.values()].some((one) => one.isNew),
    );
  }

  async write(records: ImportRecords): Promise<void> {
    const { client, now, importId } = this.run;
    await stampChanges(this.run, "companies", [...this.added, ...this.changed]);
    await this.writeRows("company", COMPANY_ROWS, records);
    const domains = [...this.#newDomains].map(([domain, companyId]) => ({ domain, companyId, seenAt: now, importId }));
    await copyRows(client, DOMAIN_ROWS, domains);
    const former = [...this.all.values()].flatMap(({ id, formerNames }) =>
      [...formerNames].map((name) => ({ id, name })),
    );
    if (former.length > 0)
      await defer(
        client,
        `insert into company_former_names (company_id, name, seen_at, import_id)
         select id, name, $3::timestamptz, $4::integer from unnest($1::uuid[], $2::text[]) as former(id, name) on conflict do nothing`,
        [former.map((one) => one.id), former.map((one) => one.name), now, importId],
      );
    await writeNames(this.run, [...this.all.values()]);
  }
}
