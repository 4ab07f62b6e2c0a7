/**
 * Knows which reports state the facts of companies: what only one event says of a company does not decide whether the event means
 * it, and a fact goes from a company when the reports that state it mean another one.
 */
import type { CompanyFacts } from "@/service/records/company";
import type { CompanyStatement } from "../statement";
import { noteChanged } from "../withdraw/remove";
import { mergedFacts, sameFacts, storedCompany } from "../write/entities/company-facts";
import { pushTo } from "../write/keys";
import { rewriteCompanies } from "../write/reassemble";
import { loadRecords } from "../write/stored-records";
import type { Run } from "../write/update";

/** These facts distinguish companies of one name. */
const FACTS = ["hqCountry", "hqCity", "foundedYear", "socialHandle", "socialUrl"] as const;

interface Stated {
  /** It is the id of the company for a row about the company. */
  readonly eventId: string;
  readonly statement: CompanyStatement;
}

export class StatedFacts {
  readonly #stated = new Map<string, Stated[]>([]);
  /** Sources know these companies by a key or a domain. */
  readonly #identified = new Set<string>([]);
  /** These statements meant the companies before. */
  readonly #lost = new Map<string, CompanyStatement[]>([]);
  /** These statements mean the companies now. */
  readonly #gained = new Map<string, CompanyStatement[]>([]);

  add(companyId: string, eventId: string, statements: readonly CompanyStatement[]): void {
    for (const statement of statements) pushTo(this.#stated, companyId, { eventId, statement });
  }

  identify(companyId: string): void {
    this.#identified.add(companyId);
  }

  /** Returns what is known of the company without the event; null when only the event tells of the company. */
  without(company: CompanyFacts, eventId: string): CompanyFacts | null {
    const stated = this.#stated.get(company.id) ?? [];
    const others = stated.filter((one) => one.eventId !== eventId);
    if (others.length === 0 && !this.#identified.has(company.id)) return null;
    const own = stated.filter((one) => one.eventId === eventId);
    return withoutLost(company, readStatements(own), readStatements(others));
  }

  /** Notes that the event means another company than before; null is none. */
  move(eventId: string, from: string | null, to: string | null, statements: readonly CompanyStatement[]): void {
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

function readStatements(stated: readonly Stated[]): CompanyStatement[] {
  return stated.map(({ statement }) => statement);
}

/** A fact that only the lost statements say is what the others state, or unknown. */
function withoutLost(
  before: CompanyFacts,
  lost: readonly CompanyStatement[],
  kept: readonly CompanyStatement[],
): CompanyFacts {
  const changed = FACTS.filter(
    (fact) =>
      before[fact] !== null &&
      lost.some((one) => one[fact] === before[fact]) &&
      !kept.some((one) => one[fact] === before[fact]),
  ).map((fact) => [fact, kept.find((one) => one[fact] !== null)?.[fact] ?? null] as const);
  return changed.length === 0 ? before : { ...before, ...Object.fromEntries(changed) };
}
