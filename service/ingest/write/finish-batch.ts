/** Ends a batch whose records are stored: events show what became known of their companies, investors and people. */
import { companyRecord } from "@/service/records/company";
import { settleDuplicates } from "../merge/duplicates";
import type { Companies } from "./entities/companies";
import type { Investors } from "./entities/investors";
import type { People } from "./entities/people";
import { type CreatedEvent, notify } from "./notify";
import { reassembleEvents } from "./reassemble";
import type { Run } from "./update";

interface Entities {
  readonly companies: Companies;
  readonly investors: Investors;
  readonly people: People;
}

/** Two known companies that are one are merged before webhooks hear of an event, which is then sent once. */
export async function finishBatch(
  run: Run,
  { companies, investors, people }: Entities,
  added: readonly CreatedEvent[],
): Promise<void> {
  const renamed = investors.changed.filter((investor) => investor.renamed);
  await reassembleEvents(run.client, {
    companies: new Map(companies.changed.map(({ id, facts }) => [id, companyRecord(facts)])),
    investors: new Map(renamed.map(({ id, facts }) => [id, facts.name])),
    people: new Map(people.changed.map(({ id, facts }) => [id, facts])),
  });
  await settleDuplicates(
    run,
    [...companies.added, ...companies.changed].map(({ id }) => id),
    companies.united,
  );
  await notify(run, added);
}
