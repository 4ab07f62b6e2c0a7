"use client";

import { useEffect, useState } from "react";
import { useLastEvents } from "@/components/feed/record/last-event";
import { Page } from "@/components/shell/page";
import { FileButtons } from "@/components/ui/file-buttons";
import { type Imported, ImportReport } from "@/components/ui/import-report";
import { Link } from "@/components/ui/link";
import { type Done, UndoNotice } from "@/components/ui/undo-notice";
import { useHost } from "@/lib/client/host";
import { changeNote, loadCompanies, unwatch, watch } from "@/lib/client/saved/actions";
import { readCompaniesFile, writeCompanies } from "@/lib/client/saved/read-file";
import { useSaved } from "@/lib/client/saved/saved-store";
import type { WatchedCompany } from "@/lib/contract/saved";
import { isUuid } from "@/lib/contract/syntax";
import { BATCH } from "@/lib/contract/timeline";
import { counted } from "@/lib/format/counts";
import { CompanyRow } from "./company-row";

interface Props {
  /** As the server knows them; null where the browser keeps them. */
  initial: readonly WatchedCompany[] | null;
  note: string | undefined;
}

export function WatchlistPage({ initial, note }: Props) {
  const host = useHost();
  const known = useSaved().companies;
  const companies = known ?? initial ?? undefined;
  const lastEvents = useLastEvents();
  const [done, setDone] = useState<Done>();
  const [imported, setImported] = useState<Imported>();

  useEffect(() => void loadCompanies(host), [host]);

  async function remove(company: WatchedCompany) {
    const removed = await unwatch(host, company.id);
    if (!removed.ok) return setDone({ text: removed.message });
    const undo = async () => {
      const back = await watch(
        host,
        [company].map(({ version: _, ...draft }) => draft),
      );
      if (!back.ok) setDone({ text: back.message });
    };
    setDone({ text: `Removed ${company.name}`, undo: () => void undo() });
  }

  async function read(text: string) {
    const { items, refused } = readCompaniesFile(text, (id) => !host.own || isUuid(id));
    const added = items.length === 0 ? undefined : await watch(host, items);
    const kept = added?.ok === false ? added.message : `${counted(items.length, "company", "companies")} imported`;
    setImported({ kept, refused });
  }

  return (
    <Page
      title="Watchlist"
      aside={companies && counted(companies.length, "company", "companies")}
      note={note}
      tools={
        <FileButtons
          name="dealflow-watchlist.json"
          what="the watchlist"
          write={companies && companies.length > 0 ? () => writeCompanies(companies) : undefined}
          read={(text) => void read(text)}
        />
      }
    >
      {imported && <ImportReport imported={imported} onClose={() => setImported(undefined)} />}
      {companies === undefined ? null : companies.length === 0 ? (
        <NoCompanies />
      ) : (
        <>
          <Batches companies={companies} />
          <table className="saved-table">
            <caption className="sr-only">Watched companies</caption>
            <thead>
              <tr>
                <th scope="col">Company</th>
                <th scope="col">Domain</th>
                <th scope="col">Note</th>
                <th scope="col">Last owned event</th>
                <th scope="col">Added</th>
                <th scope="col">
                  <span className="sr-only">Change</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {companies.map((company) => (
                <CompanyRow
                  key={company.id}
                  company={company}
                  last={lastEvents.get(company.id)}
                  onNote={(text) => changeNote(host, company, text)}
                  onRemove={() => void remove(company)}
                />
              ))}
            </tbody>
          </table>
        </>
      )}
      <UndoNotice done={done} onClose={() => setDone(undefined)} />
    </Page>
  );
}

/** Timelines are loaded side by side, so many at once; opening that page costs nothing, and it says its price. */
function Batches({ companies }: { companies: readonly WatchedCompany[] }) {
  const batches = Array.from({ length: Math.ceil(companies.length / BATCH.max) }, (_, at) => at * BATCH.max);
  return (
    <p className="watch-batches">
      <span className="text-text-2">Timelines side by side</span>
      {batches.map((from) => {
        const some = companies.slice(from, from + BATCH.max);
        const search = new URLSearchParams(some.map(({ id }) => ["id", id]));
        return (
          <Link key={from} href={`/compare?${search}`} className="priced-link focus-ring">
            <span>{batches.length === 1 ? "Compare all" : `Compare ${from + 1} to ${from + some.length}`}</span>{" "}
            <span className="priced-link-price">0 credits to open</span>
          </Link>
        );
      })}
    </p>
  );
}

function NoCompanies() {
  return (
    <section className="max-w-[640px]">
      <h2 className="text-15 font-semibold tracking-tight">No watched companies yet</h2>
      <p className="mt-1 text-text-2">
        Press the star beside a company's name. It is kept here with a note of yours and the last event that you own of
        it. Keeping companies costs 0 credits.
      </p>
    </section>
  );
}
