/** Ends a batch whose records are stored: events show what became known of their companies, investors and people. */

import { companyRecord } from "@/service/records/company";
import type { CreatedEvent } from "@/service/records/match-keys";
import { together } from "@/service/store/batching";
import { settleDuplicates } from "../merge/duplicates";
import { listInvestorDoubts } from "../merge/investor-doubts";
import { settleNamesakes } from "../merge/namesakes";
import { settleEvents } from "../merge/same-events";
import type { BatchRows } from "../merge/stated-parties";
import { EVENT_KINDS } from "../withdraw/event-kinds";
import type { Companies } from "./entities/companies";
import type { Investors } from "./entities/investors";
import type { People } from "./entities/people";
import { notify } from "./notify";
import { reassembleEvents } from "./reassemble";
import type { Run } from "./update";

interface Written {
  /** The ids of events that the batch added or changed. */
  readonly written: readonly string[];
}

interface Parts {
  readonly companies: Companies;
  readonly investors: Investors;
  readonly people: People;
  readonly rounds: Written;
  readonly deals: Written;
  readonly moves: Written;
}

/** Two known companies that are one are merged before webhooks hear of an event, which is then sent once. */
export async function finishBatch(
  run: Run,
  { companies, investors, people, rounds, deals, moves }: Parts,
  added: readonly CreatedEvent[],
  rows: BatchRows,
): Promise<void> {
  const renamed = investors.changed.filter((investor) => investor.renamed);
  await reassembleEvents(run.client, {
    companies: new Map(companies.changed.map(({ id, facts }) => [id, companyRecord(facts)])),
    investors: new Map(renamed.map(({ id, facts }) => [id, facts.name])),
    people: new Map(people.changed.map(({ id, facts }) => [id, facts])),
  });
  const written = { funding: rounds.written, acquisition: deals.written, exec_move: moves.written };
  const ids = [...companies.added, ...companies.changed, ...companies.named].map(({ id }) => id);
  const haveMerged = await settleDuplicates(
    run,
    ids,
    companies.united,
    companies.ids,
    new Set(Object.values(written).flat()),
  );
  const haveReopened = await settleNamesakes(run, ids, rows);
  const named = [...investors.added, ...renamed].map(({ id }) => id);
  const [, ...events] = await together(
    run.client,
    () => listInvestorDoubts(run, named),
    ...EVENT_KINDS.map((kind) => () => settleEvents(run, kind, written[kind.kind])),
  );
  await notify(run, added, haveMerged || haveReopened || events.includes(true));
}
