/**
 * Knows which reports state the facts of companies: what only one event says of a company does not decide whether the event means
 * it, and a fact goes from a company when the reports that state it mean another one.
 */
import type { CompanyFacts } from "@/service/records/company";
import type { NamedCompany } from "../resolve/same-company";
import { noteChanged } from "../withdraw/remove";
import { mergedFacts, sameFacts, storedCompany } from "../write/entities/company-facts";
import { hasNameOnly } from "../write/entities/company-keys";
import { pushTo } from "../write/keys";
import { rewriteCompanies } from "../write/reassemble";
import { loadRecords } from "../write/stored-records";
import type { Run } from "../write/update";
import type { StatedCompany } from "./stated";

/** These facts distinguish companies of one name. */
const FACTS = ["hqCountry", "hqCity", "foundedYear", "socialHandle", "socialUrl"] as const;

interface Stated {
  /** It is the id of the company for a row about the company. */
  readonly eventId: string;
  readonly statement: StatedCompany;
}

/** A source knows a company by this key. */
export interface SourceKey {
  readonly source: string;
  readonly key: string;
}

/** These statements name a company by keys, and no site. Events that several sources report make their keys go together. */
export interface KeyedStatements {
  readonly keys: readonly SourceKey[];
  readonly statements: ReadonlySet<StatedCompany>;
}

/** Statements that are about one company, and what they have in common. */
interface Linked {
  readonly links: string[];
  readonly statements: Set<StatedCompany>;
}

/** It has what some of the statements about a company say. */
export interface KnownCompany {
  readonly facts: NamedCompany;
  readonly cities: ReadonlySet<string | null>;
}

export class StatedFacts {
  readonly #stated = new Map<string, Stated[]>([]);
  /** Sources know these companies by a key or a domain. */
  readonly #identified = new Set<string>([]);
  /** These statements meant the companies before. */
  readonly #lost = new Map<string, StatedCompany[]>([]);
  /** These statements mean the companies now. */
  readonly #gained = new Map<string, StatedCompany[]>([]);
  /** The ids of the companies, by source and key, and by domain. */
  readonly #owners = new Map<string, string>([]);

  /** @param keys the keys of the companies with these ids; a domain is a key of no source */
  constructor(keys: readonly (SourceKey & { readonly id: string })[]) {
    for (const key of keys) this.#owners.set(keyText(key), key.id);
  }

  /** A statement with a key or a domain is about the company to which that leads, which an earlier decision may have changed. */
  add(companyId: string, eventId: string, statements: readonly StatedCompany[]): void {
    for (const statement of statements) {
      const owner = this.#findOwner(statement);
      const isRow = eventId === companyId;
      pushTo(this.#stated, owner ?? companyId, { eventId: isRow && owner !== undefined ? owner : eventId, statement });
    }
  }

  identify(companyId: string): void {
    this.#identified.add(companyId);
  }

  /** Returns what is known of the company without the event; null when only the event tells of the company. */
  without<Known extends CompanyFacts>(company: Known, eventId: string): Known | null {
    const stated = this.#stated.get(company.id) ?? [];
    const others = stated.filter((one) => one.eventId !== eventId);
    if (others.length === 0 && !this.#identified.has(company.id)) return null;
    const own = stated.filter((one) => one.eventId === eventId);
    return withoutLost(company, readStatements(own), readStatements(others));
  }

  /** Returns what is stated of the company under keys that neither their source nor an event of several sources gives its site. */
  listKeyed(companyId: string): KeyedStatements[] {
    const groups = new Map<string, Linked>([]);
    for (const one of this.#stated.get(companyId) ?? []) {
      if (hasNameOnly(one.statement)) continue;
      const links = listLinks(one, companyId);
      const [group = { links: [], statements: new Set() }, ...others]: Linked[] = [
        ...new Set(links.flatMap((link) => groups.get(link) ?? [])),
      ];
      for (const other of others) {
        links.push(...other.links);
        for (const statement of other.statements) group.statements.add(statement);
      }
      group.links.push(...links);
      group.statements.add(one.statement);
      for (const link of links) groups.set(link, group);
    }
    return [...new Set(groups.values())]
      .map(({ statements }) => ({ keys: listKeys(statements), statements }))
      .filter(
        ({ keys, statements }) =>
          keys.every((key) => this.#owners.get(keyText(key)) === companyId) &&
          [...statements].every(({ domain }) => domain === null),
      );
  }

  /** Tells whether a source of the keys knows the company by another key: a source has one for a company. */
  hasOtherKey(companyId: string, keys: readonly SourceKey[]): boolean {
    const own = keys.map(keyText);
    return [...this.#owners].some(
      ([text, id]) =>
        id === companyId && !own.includes(text) && keys.some(({ source }) => text.startsWith(`${source} `)),
    );
  }

  /**
   * Returns what is known of the company without these statements, by those of its site or else by all others; null when there are
   * none.
   */
  withoutKeys(company: NamedCompany & CompanyFacts, keyed: readonly KeyedStatements[]): KnownCompany | null {
    const [lost, others]: [StatedCompany[], StatedCompany[]] = [[], []];
    for (const { statement } of this.#stated.get(company.id) ?? [])
      (keyed.some(({ statements }) => statements.has(statement)) ? lost : others).push(statement);
    const identified = others.filter((one) => !hasNameOnly(one));
    const kept = identified.length > 0 ? identified : others;
    if (kept.length === 0) return null;
    const facts = withoutLost(company, [...lost, ...others], kept);
    return { facts, cities: new Set(kept.map(({ hqCity }) => hqCity)) };
  }

  moveKeys({ keys, statements }: KeyedStatements, from: string, to: string): void {
    for (const key of keys) this.#owners.set(keyText(key), to);
    const stated = this.#stated.get(from) ?? [];
    const own = stated.filter(({ statement }) => statements.has(statement));
    this.#stated.set(
      from,
      stated.filter(({ statement }) => !statements.has(statement)),
    );
    for (const { eventId, statement } of own) {
      this.add(to, eventId === from ? to : eventId, [statement]);
      pushTo(this.#lost, from, statement);
      pushTo(this.#gained, to, statement);
    }
  }

  /** Returns the id of the only company to which the keys and domains of the statements lead. */
  findOwner(statements: readonly StatedCompany[]): string | undefined {
    const [owner, ...others] = new Set(
      statements.filter((one) => !hasNameOnly(one)).map((one) => this.#findOwner(one)),
    );
    return others.length === 0 ? owner : undefined;
  }

  #findOwner({ source, key, domain }: StatedCompany): string | undefined {
    return this.#owners.get(keyText({ source, key })) ?? this.#owners.get(keyText({ source: "", key: domain }));
  }

  /** Notes that the event means another company than before; null is none. */
  move(eventId: string, from: string | null, to: string | null, statements: readonly StatedCompany[]): void {
    if (from !== null)
      this.#stated.set(
        from,
        (this.#stated.get(from) ?? []).filter((one) => one.eventId !== eventId),
      );
    if (to !== null) this.add(to, eventId, statements);
    for (const one of statements) {
      if (from !== null) pushTo(this.#lost, from, one);
      if (to !== null) pushTo(this.#gained, to, one);
    }
  }

  /** Gives companies the facts that follow from the moves. Returns the ids of those that it changed. */
  async write(run: Run): Promise<string[]> {
    const ids = [...new Set([...this.#lost.keys(), ...this.#gained.keys()])];
    const changed = (await loadRecords(run.client, "company", ids)).flatMap(({ id, record }) => {
      const before = storedCompany(id, record);
      const kept = readStatements(this.#stated.get(id) ?? []);
      const facts = (this.#gained.get(id) ?? []).reduce(
        (known, one) => mergedFacts(known, { ...one, name: null, domain: null }, false),
        // A company of which no report tells any more keeps its facts, by which it is no other one.
        kept.length === 0 ? before : withoutLost(before, this.#lost.get(id) ?? [], kept),
      );
      return sameFacts(before, facts) ? [] : [{ id, record, facts }];
    });
    if (changed.length === 0) return [];
    await noteChanged(run, "company", changed);
    const companies = changed.map(({ facts }) => facts);
    await rewriteCompanies(run, companies);
    return changed.map(({ id }) => id);
  }
}

/** Statements that have one of these in common are about one company, which has one site. */
function listLinks({ eventId, statement }: Stated, companyId: string): string[] {
  return [
    ...(statement.domain === null ? [] : ["site"]),
    ...(statement.key === null ? [] : [keyText(statement)]),
    ...(eventId === companyId ? [] : [eventId]),
  ];
}

function listKeys(statements: Iterable<StatedCompany>): SourceKey[] {
  const keys = [...statements].flatMap(({ source, key }) =>
    key === null ? [] : [[keyText({ source, key }), { source, key }] as const],
  );
  return [...new Map(keys).values()];
}

/** No source has a space in its name. */
function keyText({ source, key }: Pick<StatedCompany, "source" | "key">): string {
  return `${source} ${key ?? ""}`;
}

function readStatements(stated: readonly Stated[]): StatedCompany[] {
  return stated.map(({ statement }) => statement);
}

/** A fact that only the lost statements say is what the others state, or unknown. */
function withoutLost<Known extends CompanyFacts>(
  before: Known,
  lost: readonly StatedCompany[],
  kept: readonly StatedCompany[],
): Known {
  const changed = FACTS.filter(
    (fact) =>
      before[fact] !== null &&
      lost.some((one) => one[fact] === before[fact]) &&
      !kept.some((one) => one[fact] === before[fact]),
  ).map((fact) => [fact, kept.find((one) => one[fact] !== null)?.[fact] ?? null] as const);
  return changed.length === 0 ? before : { ...before, ...Object.fromEntries(changed) };
}
