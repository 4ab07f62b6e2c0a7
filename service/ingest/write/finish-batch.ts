/** Ends a batch whose records are stored: events show what became known of their companies, investors and people. */

import { companyRecord } from "@/service/records/company";
import type { CreatedEvent } from "@/service/records/match-keys";
import { together } from "@/service/store/batching";
import { agreeOnMerged, agreeOnValues } from "../merge/agree";
import { settleDuplicates } from "../merge/duplicates";
import { loadNearEvents } from "../merge/event-doubts";
import { listInvestorDoubts } from "../merge/investor-doubts";
import { loadNamesakes, type Namesakes, settleNamesakes } from "../merge/namesakes";
import { settleEvents } from "../merge/same-events";
import type { BatchRows } from "../merge/stated";
import { EVENT_KINDS, type EventParty } from "../withdraw/event-kinds";
import type { Parts } from "./load-batch";
import { notify } from "./notify";
import { reassembleEvents } from "./reassemble";
import type { Run } from "./update";

/** So often names are decided in a batch, because they are decided by facts that these decisions change. */
const MOST_PASSES = 3;

/** Decides what the names of several companies mean. Returns whether it merged any records. */
async function settleNames(run: Run, groups: readonly Namesakes[], rows: BatchRows): Promise<boolean> {
  let hasMerged = false;
  let open = groups;
  for (let pass = 0; pass < MOST_PASSES && open.length > 0; pass++) {
    const settled = await settleNamesakes(run, open, rows);
    const haveMerged = await settleDuplicates(run, settled.changed);
    hasMerged ||= settled.hasMerged || haveMerged;
    open = await loadNamesakes(run, settled.changed);
  }
  return hasMerged;
}

/** Two known companies that are one are merged before webhooks hear of an event, which is then sent once. */
export async function finishBatch(
  run: Run,
  { companies, investors, people, events }: Parts,
  added: readonly CreatedEvent[],
  rows: BatchRows,
): Promise<void> {
  const renamed = investors.changed.filter((investor) => investor.renamed);
  const parties = new Map<string, EventParty>([
    ...companies.changed.map(({ id, facts }) => [id, companyRecord(facts)] as const),
    ...renamed.map(({ id, facts: { name } }) => [id, { id, name }] as const),
    ...people.changed.map(({ id, facts }) => [id, facts] as const),
  ]);
  await reassembleEvents(run.client, parties);
  const ids = [...companies.added, ...companies.changed, ...companies.named].map(({ id }) => id);
  const namesakeIds = [...new Set([...ids, ...companies.identified])];
  const backers = [...investors.added, ...renamed].map(({ id }) => id);
  const { united, ownNames } = companies;
  const written = {
    funding: events.funding.written,
    acquisition: events.acquisition.written,
    exec_move: events.exec_move.written,
  };
  const loadNear = () =>
    together(run.client, ...EVENT_KINDS.map((one) => () => loadNearEvents(run.client, one, written[one.kind])));
  const [haveMerged, namesakes, near] = await together(
    run.client,
    () => settleDuplicates(run, ids, { united, named: companies.ids, written, ownNames }),
    () => loadNamesakes(run, namesakeIds),
    loadNear,
    () => listInvestorDoubts(run, backers),
  );
  // What was loaded together with companies that became one is loaded again.
  const haveReopened = await settleNames(run, haveMerged ? await loadNamesakes(run, namesakeIds) : namesakes, rows);
  const nearNow = haveMerged || haveReopened ? await loadNear() : near;
  const settled = await together(
    run.client,
    ...EVENT_KINDS.map((kind, index) => () => settleEvents(run, kind, nearNow[index] ?? [])),
  );
  let hasMergedAny = haveMerged || haveReopened || settled.includes(true);
  for (const kind of EVENT_KINDS) {
    const { named, contested } = events[kind.kind];
    const merged = hasMergedAny ? await agreeOnMerged(run, kind, named, rows) : [];
    const changed = [...merged, ...(await agreeOnValues(run, kind, contested, rows))];
    // With the date that its sources agree on, an event may be one with another.
    if (!(await settleEvents(run, kind, await loadNearEvents(run.client, kind, changed)))) continue;
    await agreeOnMerged(run, kind, named, rows);
    hasMergedAny = true;
  }
  await notify(run, added, hasMergedAny);
}
