/** Loads the records that the rows of a batch may mean. */
import type { Acquisition, ExecMove, FundingEvent } from "@dealflow/contract/records/schemas";
import { together } from "@/service/store/batching";
import {
  type AcquisitionStatement,
  type ExecMoveStatement,
  type FundingStatement,
  listCompanies,
  listInvestors,
  type Statement,
} from "../statement";
import type { Decisions } from "./decisions";
import { Companies } from "./entities/companies";
import { bareKey } from "./entities/company-keys";
import { Investors, investorKeys } from "./entities/investors";
import { addCompanies, loadCompanyIds } from "./entities/load-companies";
import { People, personKey } from "./entities/people";
import { ACQUISITION_SHAPE, type AcquisitionState, acquisitionIdentity } from "./events/acquisitions";
import { Events } from "./events/events";
import { FUNDING_SHAPE, type FundingState, fundingIdentity } from "./events/funding";
import { firstKeys } from "./events/identity";
import { companyIds } from "./events/matches";
import { MOVE_SHAPE, type MoveState, moveIdentity } from "./events/moves";
import { ImportRecords } from "./import-records";
import { Judgements } from "./judgements";
import { distinct, KnownKeys } from "./keys";
import type { Run } from "./update";

export interface Parts {
  readonly companies: Companies;
  readonly investors: Investors;
  readonly people: People;
  readonly events: {
    readonly funding: Events<FundingEvent, FundingState>;
    readonly acquisition: Events<Acquisition, AcquisitionState>;
    readonly exec_move: Events<ExecMove, MoveState>;
  };
}

export async function loadBatch(run: Run, decisions: Decisions, rows: readonly { readonly statement: Statement }[]) {
  const statements = rows.map((row) => row.statement);
  const judgements = new Judgements(run, decisions);
  const wanted = {
    funding: ofKind(statements, "funding").map(wantedFunding),
    acquisition: ofKind(statements, "acquisition").map(wantedAcquisition),
    exec_move: ofKind(statements, "exec_move").map(wantedMove),
  };
  const stated = { companies: statements.flatMap(listCompanies), investors: statements.flatMap(listInvestors) };
  const keys = await KnownKeys.load(run, {
    domains: distinct(stated.companies.map((one) => one.domain)),
    byKind: [
      ["funding", firstKeys(wanted.funding)],
      ["acquisition", firstKeys(wanted.acquisition)],
      ["exec_move", firstKeys(wanted.exec_move)],
      ["company", distinct(stated.companies.map(({ key, domain, name }) => key ?? (domain && name && bareKey(name))))],
      ["investor", distinct(stated.investors.flatMap(investorKeys))],
      ["person", distinct(ofKind(statements, "exec_move").map(personKey))],
    ],
  });
  const [rounds, deals, moves, named, investors] = await together(
    run.client,
    () => Events.load(run, judgements, keys, FUNDING_SHAPE, wanted.funding),
    () => Events.load(run, judgements, keys, ACQUISITION_SHAPE, wanted.acquisition),
    () => Events.load(run, judgements, keys, MOVE_SHAPE, wanted.exec_move),
    () => loadCompanyIds(run, keys, stated.companies),
    () => Investors.load(run, judgements, keys.of("investor"), stated.investors),
  );
  const parties = [
    ...rounds.stored.map((one) => one.company),
    ...deals.stored.flatMap((one) => [one.target, one.acquirer]),
    ...moves.stored.flatMap((one) => [one.company, one.fromCompany]),
  ];
  const ids = {
    companies: addCompanies(named, companyIds(parties)),
    people: distinct([...keys.of("person").values(), ...moves.stored.map((one) => one.person().id)]),
  };
  const [companies, people, records] = await together(
    run.client,
    () => Companies.load(run, judgements, ids.companies, stated.companies),
    () => People.load(run, decisions, keys.of("person"), ids.people),
    () =>
      ImportRecords.load(run, decisions, [
        ...ids.companies.ids,
        ...ids.people,
        ...[rounds, deals, moves, investors].flatMap((part) => part.ids),
      ]),
  );
  const events = { funding: rounds, acquisition: deals, exec_move: moves };
  const parts: Parts = { companies, investors, people, events };
  return { parts, judgements, records };
}

function ofKind<K extends Statement["kind"]>(statements: readonly Statement[], kind: K) {
  return statements.filter((one): one is Extract<Statement, { kind: K }> => one.kind === kind);
}

export const wantedFunding = (one: FundingStatement) => ({ identity: fundingIdentity(one), company: one.company });
export const wantedAcquisition = (one: AcquisitionStatement) => ({
  identity: acquisitionIdentity(one),
  company: one.target,
});
export const wantedMove = (one: ExecMoveStatement) => ({ identity: moveIdentity(one), company: one.company });
