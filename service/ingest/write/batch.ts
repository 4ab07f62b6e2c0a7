/** Writes one batch of rows inside the transaction of its caller. */
import { selfAcquisition } from "../check-row";
import { formatValue, RowError } from "../row-error";
import type {
  AcquisitionStatement,
  CompanyRowStatement,
  CompanyStatement,
  DroppedValue,
  ExecMoveStatement,
  FundingStatement,
  Statement,
} from "../statement";
import { getDecisions } from "./decisions";
import { withoutSharedHosts } from "./entities/shared-hosts";
import { withoutErased } from "./erasures";
import { nextAcquisition } from "./events/acquisitions";
import type { FoundEvents } from "./events/events";
import { nextFunding } from "./events/funding";
import { splitMoves } from "./events/joint-moves";
import { type ListNames, matchAcquisition, matchFunding, matchMove } from "./events/matches";
import { nextMove } from "./events/moves";
import { type Party, partyRecord } from "./events/parties";
import { finishBatch } from "./finish-batch";
import type { ImportRecords } from "./import-records";
import { joinInvestors } from "./joint-rounds";
import type { Judgements } from "./judgements";
import { pushTo } from "./keys";
import { loadBatch, type Parts, wantedAcquisition, wantedFunding, wantedMove } from "./load-batch";
import type { IgnoredValue, Outcome, Run } from "./update";

export interface CheckedRow {
  readonly line: number;
  readonly statement: Statement;
}

interface EntityCounts {
  readonly added: number;
  readonly changed: number;
}

export interface BatchResult {
  readonly outcomes: readonly { readonly line: number; readonly outcome: Outcome }[];
  readonly rejected: readonly { readonly line: number; readonly reason: string }[];
  /** The lines of rows that only add to a known company, and whose company is not known. */
  readonly leftOut: readonly number[];
  /** The companies and investors of a row that are withdrawn: its event is stored without them. */
  readonly detached: ReadonlyMap<number, readonly DroppedValue[]>;
  /** The normal names of investors of a row that were erased on request: its report must not keep them. */
  readonly erased: ReadonlyMap<number, ReadonlySet<string>>;
  readonly companies: EntityCounts;
  readonly investors: EntityCounts;
  readonly people: EntityCounts;
}

export async function writeBatch(run: Run, checked: readonly CheckedRow[]): Promise<BatchResult> {
  const decisions = await getDecisions(run);
  const rows = joinInvestors(
    checked.flatMap(({ line, statement }) => splitMoves(statement).map((one) => ({ line, statement: one }))),
  );
  const { kept: stated, refused, detached, erased } = await withoutErased(run, decisions, rows);
  const kept = await withoutSharedHosts(run, stated);
  const { parts, judgements, records } = await loadBatch(run, decisions, kept);
  const batch = new Batch(run, parts, records, detached);
  const outcomes = new Map<number, Outcome>([]);
  const failed: { readonly line: number; readonly statement: Statement; readonly reason: string }[] = [];
  const leftOut: number[] = [];
  for (const { line, statement } of kept) {
    const outcome = batch.apply(line, statement);
    if (outcome === undefined) leftOut.push(line);
    else if (outcome instanceof RowError) failed.push({ line, statement, reason: outcome.message });
    else outcomes.set(line, strongest(outcomes.get(line), outcome));
  }
  const rejected = new Map([...refused].map(([line, { message }]) => [line, message] as const));
  // A row about several people is stored without those whose move may not come back.
  for (const { line, statement, reason } of failed)
    if (!outcomes.has(line)) rejected.set(line, reason);
    else if (statement.kind === "exec_move")
      pushTo(detached, line, { field: "person.name", value: statement.person.name, reason });
  await batch.write(kept, judgements);
  return {
    outcomes: [...outcomes].map(([line, outcome]) => ({ line, outcome })),
    rejected: [...rejected].map(([line, reason]) => ({ line, reason })),
    leftOut,
    detached,
    erased,
    ...batch.entityCounts(),
  };
}

type EntityLists = Pick<Parts["companies" | "investors" | "people"], "added" | "changed">;
type CompanySide = "company" | "target" | "acquirer" | "fromCompany";
/** The companies by which events are compared. */
const [ONE_SIDE, DEAL_SIDES] = [["company"] as const, ["target", "acquirer"] as const];

const STRENGTH = ["unchanged", "merged", "conflicting", "changed", "added"];

/** A row of several moves counts once. */
function strongest(one: Outcome | undefined, other: Outcome): Outcome {
  const rank = (outcome: Outcome) => STRENGTH.indexOf(typeof outcome === "string" ? outcome : outcome.outcome);
  return one === undefined || rank(other) > rank(one) ? other : one;
}

class Batch {
  #line = 0;

  constructor(
    private readonly run: Run,
    private readonly parts: Parts,
    private readonly records: ImportRecords,
    private readonly detached: Map<number, DroppedValue[]>,
  ) {}

  /** Returns undefined for a row that is left out. */
  apply(line: number, statement: Statement): Outcome | RowError | undefined {
    this.#line = line;
    this.records.beginRow(line);
    const { companies, investors } = this.parts;
    switch (statement.kind) {
      case "company":
        if (statement.known) return companies.addToKnown(statement, this.records);
        return this.companyRow(statement);
      case "investor":
        return investors.withdrawal(statement.investor) ?? investors.upsert(statement.investor, this.records).outcome;
      case "funding":
        return this.funding(statement);
      case "acquisition":
        return this.acquisition(statement);
      case "exec_move":
        return this.execMove(statement);
    }
  }

  private companyRow({ company: stated, otherNames }: CompanyRowStatement): Outcome | RowError {
    const withdrawn = this.parts.companies.withdrawal(stated);
    if (withdrawn !== undefined) return withdrawn;
    const found = this.parts.companies.upsert(stated, this.records);
    if (found === null) return new RowError("The row has no company.");
    this.parts.companies.addNames(found.company, otherNames);
    return found.outcome;
  }

  /** Returns null for a company that is not resolved: nothing identifies it, it is withdrawn, or a correction leaves it as it is. */
  private company(side: CompanySide, statement: CompanyStatement | null, before?: Party) {
    if (statement === null || !this.counts(side)) return null;
    const withdrawn = this.parts.companies.withdrawal(statement);
    if (withdrawn !== undefined) {
      this.detach(
        `${side}.domain`,
        statement.name ?? statement.domain ?? "",
        `${withdrawn.message} The event shows it as stated.`,
      );
      return null;
    }
    // A corrected company is another one.
    const known = this.run.corrects === undefined ? before && partyRecord(before) : undefined;
    if (this.parts.companies.isOpen(statement, known)) return null;
    const found = this.parts.companies.upsert(statement, this.records, known);
    if (typeof found?.outcome === "object") this.listIgnored(side, found.outcome.ignored);
    return found?.company ?? null;
  }

  /** Lists the facts of the event's company that an earlier row of the file states otherwise. Another name of it is kept. */
  private listIgnored(side: CompanySide, ignored: readonly IgnoredValue[]): void {
    for (const { field, value } of ignored) {
      if (field === "name") continue;
      const reason = `${side}.${field} ${formatValue(value)} is left out; an earlier row states another value.`;
      this.detach(`${side}.${field}`, value, reason);
    }
  }

  /** Tells whether the part of the statement counts: only what is corrected does in a correction. */
  private counts(part: string): boolean {
    return this.run.corrects?.parts.has(part) ?? true;
  }

  private readonly listNames: ListNames = (company) => this.parts.companies.listNames(company);

  /** Makes the companies of the row those of the event of another source that it tells of, and of other events that are one with it. */
  private adopt<Side extends CompanySide>(
    sides: readonly Side[],
    stated: Readonly<Record<Side, CompanyStatement>>,
    { joined, others }: FoundEvents<Readonly<Record<Side, Party>>>,
  ): void {
    if (joined === undefined) return;
    const { companies } = this.parts;
    for (const side of sides) {
      const known = partyRecord(joined[side]);
      companies.adopt(stated[side], known);
      for (const other of others) companies.unite(known.id, partyRecord(other[side]).id);
    }
  }

  private backers(stated: FundingStatement) {
    const { investors } = this.parts;
    return stated.investors.flatMap((one) => {
      const withdrawn = investors.withdrawal(one);
      if (withdrawn === undefined) return [investors.upsert(one, this.records).investor];
      this.detach("investors", one.name, withdrawn.message);
      return [];
    });
  }

  private detach(field: string, value: string, reason: string): void {
    pushTo(this.detached, this.#line, { field, value, reason });
  }

  private funding(stated: FundingStatement): Outcome | RowError {
    const { companies, investors, events } = this.parts;
    const wanted = wantedFunding(stated);
    const known = companies.find(stated.company)?.id;
    const found = events.funding.find(wanted, this.records, (state) =>
      matchFunding(state, stated, known, this.listNames),
    );
    if (found instanceof RowError) return found;
    this.adopt(ONE_SIDE, stated, found);
    const company = this.company("company", stated.company, found.before?.company);
    const backers = this.backers(stated);
    for (const backer of backers) investors.extendSeen(backer, stated.announcedAt);
    // Two spellings may mean one investor.
    const named = [...new Map(backers.map(({ id, facts }) => [id, { id, name: facts.name }] as const)).values()];
    return events.funding.upsert(wanted.identity, this.records, (start) =>
      nextFunding(this.run, start, stated, company, named),
    );
  }

  private acquisition(stated: AcquisitionStatement): Outcome | RowError {
    const { companies, events } = this.parts;
    const wanted = wantedAcquisition(stated);
    const found = events.acquisition.find(wanted, this.records, (state) =>
      matchAcquisition(state, stated, this.listNames),
    );
    if (found instanceof RowError) return found;
    this.adopt(DEAL_SIDES, stated, found);
    const known = companies.find(stated.target);
    // The row distinguishes them, but known data says they are the same: for example its key and its domain.
    if (known !== undefined && known === companies.find(stated.acquirer)) return selfAcquisition(stated.target);
    const acquirer = this.company("acquirer", stated.acquirer, found.before?.acquirer);
    const target = this.company("target", stated.target, found.before?.target);
    return events.acquisition.upsert(wanted.identity, this.records, (start) =>
      nextAcquisition(this.run, start, stated, acquirer, target),
    );
  }

  private execMove(stated: ExecMoveStatement): Outcome | RowError {
    const { people, events } = this.parts;
    const wanted = wantedMove(stated);
    const found = events.exec_move.find(wanted, this.records, (state) => matchMove(state, stated, this.listNames));
    const isJoined = !(found instanceof RowError) && found.joined !== undefined;
    const withdrawn = isJoined ? undefined : people.withdrawal(stated);
    if (withdrawn !== undefined) return withdrawn;
    if (found instanceof RowError) return found;
    const { joined, before } = found;
    this.adopt(ONE_SIDE, stated, found);
    if (joined !== undefined) people.adopt(stated, joined.person().id);
    const person =
      before === undefined || this.counts("person") ? people.upsert(stated, this.records) : { facts: before.person() };
    const company = this.company("company", stated.company, before?.company);
    const from = this.company("fromCompany", stated.fromCompany);
    return events.exec_move.upsert(wanted.identity, this.records, (start) =>
      nextMove(this.run, start, stated, person, company, from),
    );
  }

  /** Writes entities before the events that refer to them. */
  async write(rows: readonly CheckedRow[], judgements: Judgements): Promise<void> {
    const { companies, investors, people, events } = this.parts;
    await companies.write(this.records);
    await investors.write(this.records);
    await people.write(this.records);
    const [rounds, deals] = [await events.funding.write(this.records), await events.acquisition.write(this.records)];
    const moves = await events.exec_move.write(this.records);
    const added = [
      ...rounds.map((record) => ({ event: "funding.created" as const, record })),
      ...deals.map((record) => ({ event: "acquisition.created" as const, record })),
      ...moves.map((record) => ({ event: "exec_move.created" as const, record })),
    ];
    await this.records.write();
    await judgements.write(this.run.client);
    const byLine = new Map<number, Statement[]>([]);
    for (const { line, statement } of rows) pushTo(byLine, line, statement);
    await finishBatch(this.run, this.parts, added, byLine);
  }

  entityCounts(): Pick<BatchResult, "companies" | "investors" | "people"> {
    const { companies, investors, people } = this.parts;
    const count = ({ added, changed }: EntityLists) => ({ added: added.length, changed: changed.length });
    return { companies: count(companies), investors: count(investors), people: count(people) };
  }
}
