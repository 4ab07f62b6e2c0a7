/** Finds the investor that a row means by its key, its domain, or the same normalised name in one source. */
import { investor as investorSchema } from "@dealflow/contract/records/schemas";
import type { InvestorFacts } from "@/service/records/investor";
import { nameKey } from "../../resolve/names/company-name";
import { differs } from "../../resolve/same-company";
import { judgeNames } from "../../resolve/score";
import type { RowError } from "../../row-error";
import type { InvestorStatement } from "../../statement";
import { INVESTOR_ROWS } from "../../table-rows";
import { normalName } from "../../values/text";
import type { ImportRecords } from "../import-records";
import type { Judgements } from "../judgements";
import { bounded, distinct, idFor, keysOfRecord, pushTo } from "../keys";
import { loadRecords } from "../stored-records";
import { differingFields, getOutcome, mergeValue, type Outcome, type Run } from "../update";
import { Withdrawals } from "../withdrawals";
import { type KnownRecord, KnownRecords, knownRecord, stampChanges } from "./known-records";

interface KnownInvestor extends KnownRecord<InvestorFacts> {
  renamed: boolean;
}

/** Keys of the source and names share one table. */
const buildKey = (key: string) => bounded(`key:${key}`);
const buildNameKey = (name: string) => `name:${normalName(name)}`;

const FACTS = ["name", "type", "hqCountry", "domain", "firstSeenAt", "lastSeenAt"] as const;

export class Investors extends KnownRecords<InvestorFacts, KnownInvestor> {
  readonly #byDomain = new Map<string, KnownInvestor>();
  readonly #byName = new Map<string, KnownInvestor[]>();

  private constructor(
    run: Run,
    private readonly judgements: Judgements,
    /** The source knows these by keys of its own. */
    private readonly keyed: Set<string>,
    /** Has the id of every known key and name, also of investors that were removed. */
    private readonly idsByKey: ReadonlyMap<string, string>,
    private readonly withdrawals: Withdrawals,
  ) {
    super(run);
  }

  static async load(
    run: Run,
    judgements: Judgements,
    keys: ReadonlyMap<string, string>,
    statements: readonly InvestorStatement[],
  ): Promise<Investors> {
    const known = await loadRecords(run.client, "investor", distinct(keys.values()));
    const present = new Set(known.map(({ id }) => id));
    // The key of an investor that an undo removed says nothing about others of its name.
    const unknown = statements.filter(({ name }) => !present.has(keys.get(buildNameKey(name)) ?? ""));
    const [domains, names] = [distinct(statements.map((one) => one.domain)), unknown.map((one) => nameKey(one.name))];
    const { rows } =
      domains.length + names.length === 0
        ? { rows: [] }
        : await run.client.query<{ id: string; keyed: boolean }>(
            `select i.id, exists (select from ${keysOfRecord("i.id", "'investor'", "$3")} and k.key like 'key:%') as keyed
       from investors i where domain = any($1::text[]) or (name_key = any($2::text[]) and not demo) order by i.id`,
            [domains, distinct(names), run.source],
          );
    const keyed = new Set(rows.filter((row) => row.keyed).map((row) => row.id));
    const investors = new Investors(run, judgements, keyed, keys, Withdrawals.of(judgements.decisions, "investor"));
    const others = rows.map((row) => row.id).filter((id) => !present.has(id));
    for (const { id, record } of [...known, ...(await loadRecords(run.client, "investor", others))]) {
      const investor = { ...knownRecord(id, storedInvestor(record), record), renamed: false };
      investors.#add(investor);
      if (investor.facts.domain !== null) investors.#byDomain.set(investor.facts.domain, investor);
    }
    investors.index(keys);
    return investors;
  }

  #add(investor: KnownInvestor): void {
    this.all.set(investor.id, investor);
    pushTo(this.#byName, nameKey(investor.facts.name), investor);
  }

  /** Returns why the investor may not come back, when it was withdrawn. */
  withdrawal(stated: InvestorStatement): RowError | undefined {
    if (this.#find(stated) !== undefined) return undefined;
    const { domain, name } = stated;
    const byName = (record: string) => {
      const facts = storedInvestor(record);
      return !differs(facts.domain, domain) && !differs(facts.hqCountry, stated.hqCountry);
    };
    return this.withdrawals.error([this.idsByKey.get(investorKey(stated)), domain], name, byName);
  }

  upsert(statement: InvestorStatement, records: ImportRecords): { investor: KnownInvestor; outcome: Outcome } {
    const found = this.#find(statement);
    const investor = found ?? this.#create(statement);
    this.#remember(statement, investor, found !== undefined);
    const first = records.first(investor.id, "investor");
    if (found === undefined) return { investor, outcome: "added" };
    if (isNameOnly(statement)) return { investor, outcome: first ? "unchanged" : "merged" };
    const changed = this.#change(investor, mergedFacts(investor.facts, statement, first && records.leads(investor.id)));
    const getIgnored = () => differingFields(FACTS, investor.facts, mergedFacts(investor.facts, statement, true));
    return { investor, outcome: getOutcome(investor.id, { first, changed, getIgnored }, records) };
  }

  #find(stated: InvestorStatement): KnownInvestor | undefined {
    const { key, domain } = stated;
    return (
      (key === null ? undefined : this.byKey.get(buildKey(key))) ??
      (domain === null ? undefined : this.#byDomain.get(domain)) ??
      this.#namesake(stated)
    );
  }

  /** Investors have few namesakes: one name is one investor, unless the source has two keys for it or a fact contradicts. */
  #namesake(stated: InvestorStatement): KnownInvestor | undefined {
    const own = this.byKey.get(buildNameKey(stated.name));
    if (own !== undefined && this.#mayBe(own, stated)) return own;
    return this.#byName.get(nameKey(stated.name))?.find((one) => this.#mayBe(one, stated));
  }

  #mayBe({ id, facts }: KnownInvestor, stated: InvestorStatement): boolean {
    if (stated.key !== null && this.keyed.has(id)) return false;
    if (differs(facts.domain, stated.domain) || differs(facts.hqCountry, stated.hqCountry)) return false;
    return !this.judgements.forbids("investor", id, investorKey(stated));
  }

  /** Notes the keys of the source for the investor; a name that another source introduced is a decision. */
  #remember(stated: InvestorStatement, investor: KnownInvestor, wasKnown: boolean): void {
    const { key, domain, name } = stated;
    const texts = investorKeys(stated);
    const isNew = wasKnown && !texts.some((text) => this.byKey.get(text) === investor);
    if (isNew && !investor.isNew && (domain === null || domain !== investor.facts.domain)) {
      const verdict = judgeNames(investor.facts.name, name);
      this.judgements.add({ kind: "investor", recordId: investor.id, key: investorKey(stated), rule: "name", verdict });
    }
    if (key !== null) this.keyed.add(investor.id);
    for (const text of texts) this.bind(text, investor);
    if (domain !== null && !this.#byDomain.has(domain)) this.#byDomain.set(domain, investor);
  }

  #create({ key, ...facts }: InvestorStatement): KnownInvestor {
    const id = idFor(this.idsByKey.get(key === null ? buildNameKey(facts.name) : buildKey(key)), this.all);
    const { now } = this.run;
    const created = { ...knownRecord(id, { ...facts, id, createdAt: now, updatedAt: now }, null), renamed: false };
    this.#add(created);
    return created;
  }

  /** Widens the span in which the investor was seen. */
  extendSeen(investor: KnownInvestor, at: Date): void {
    const { firstSeenAt, lastSeenAt } = investor.facts;
    if (firstSeenAt !== null && lastSeenAt !== null && firstSeenAt <= at && at <= lastSeenAt) return;
    this.#change(investor, {
      ...investor.facts,
      firstSeenAt: firstSeenAt === null || at < firstSeenAt ? at : firstSeenAt,
      lastSeenAt: lastSeenAt === null || at > lastSeenAt ? at : lastSeenAt,
    });
  }

  #change(investor: KnownInvestor, after: InvestorFacts): boolean {
    const before = investor.facts;
    if (sameInvestor(before, after)) return false;
    investor.facts = after;
    investor.changed = true;
    investor.renamed ||= after.name !== before.name;
    return true;
  }

  async write(records: ImportRecords): Promise<void> {
    await stampChanges(this.run, "investors", [...this.added, ...this.changed]);
    await this.writeRows("investor", INVESTOR_ROWS, records);
  }
}

export function storedInvestor(record: string): InvestorFacts {
  const { hqCountry, firstSeenAt, lastSeenAt, ...stored } = investorSchema.parse(JSON.parse(record));
  return {
    ...stored,
    hqCountry: hqCountry?.code ?? null,
    firstSeenAt: firstSeenAt === null ? null : new Date(firstSeenAt),
    lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt),
    createdAt: new Date(stored.createdAt),
    updatedAt: new Date(stored.updatedAt),
  };
}

export function sameInvestor(one: InvestorFacts, other: InvestorFacts): boolean {
  return FACTS.every((fact) => one[fact]?.valueOf() === other[fact]?.valueOf());
}

function mergedFacts(before: InvestorFacts, stated: InvestorStatement, leads: boolean): InvestorFacts {
  // A name that was itself the key has several spellings; the first stays.
  const named = leads && (stated.key !== null || stated.domain !== null);
  return {
    ...before,
    name: named ? stated.name : before.name,
    type: mergeValue(before.type, stated.type, leads),
    hqCountry: mergeValue(before.hqCountry, stated.hqCountry, leads),
    domain: mergeValue(before.domain, stated.domain, leads),
    firstSeenAt: mergeValue(before.firstSeenAt, stated.firstSeenAt, leads),
    lastSeenAt: mergeValue(before.lastSeenAt, stated.lastSeenAt, leads),
  };
}

/** Tells whether nothing but a name is stated, as of most investors of rounds. */
function isNameOnly({ key, domain, type, hqCountry, firstSeenAt, lastSeenAt }: InvestorStatement): boolean {
  return [key, domain, type, hqCountry, firstSeenAt, lastSeenAt].every((value) => value === null);
}

/** Returns the keys under which the source's investor may be stored: its own one, and its name. */
export function investorKeys({ key, name }: InvestorStatement): string[] {
  return [...(key === null ? [] : [buildKey(key)]), buildNameKey(name)];
}

/** Returns the text by which people's decisions name the source's investor. */
export function investorKey({ key, name }: Pick<InvestorStatement, "key" | "name">): string {
  return key === null ? buildNameKey(name) : buildKey(key);
}

/** Adds to an investor what only the other one has, which is the same investor. */
export function mergeInvestors(into: InvestorFacts, from: InvestorFacts): InvestorFacts {
  const seen = (dates: readonly (Date | null)[], which: (...times: number[]) => number) => {
    const times = dates.flatMap((date) => (date === null ? [] : [date.getTime()]));
    return times.length === 0 ? null : new Date(which(...times));
  };
  return {
    ...mergedFacts(into, { ...from, key: null }, false),
    firstSeenAt: seen([into.firstSeenAt, from.firstSeenAt], Math.min),
    lastSeenAt: seen([into.lastSeenAt, from.lastSeenAt], Math.max),
  };
}
