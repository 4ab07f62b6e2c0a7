"use client";

import { useEffect, useMemo, useState } from "react";
import { useLastEvents } from "@/components/feed/record/last-event";
import { Page } from "@/components/shell/page";
import { FileButtons } from "@/components/ui/file-buttons";
import { type Imported, ImportReport } from "@/components/ui/import-report";
import { type Done, UndoNotice } from "@/components/ui/undo-notice";
import type { CompanyInitial } from "@/lib/api/timeline-part";
import { useHost } from "@/lib/client/host";
import { changeNote, loadCompanies, unwatch, watch } from "@/lib/client/saved/actions";
import { readCompaniesFile, writeCompanies } from "@/lib/client/saved/read-file";
import { useSaved } from "@/lib/client/saved/saved-store";
import { useCompanies } from "@/lib/client/timelines/use-companies";
import type { WatchedCompany } from "@/lib/contract/saved";
import { isUuid } from "@/lib/contract/syntax";
import { counted } from "@/lib/format/counts";
import { Batches } from "./batches";
import { CompanyRow } from "./company-row";
import { knownOf } from "./known";

interface Props {
  /** As the server knows them; null where the browser keeps them. */
  initial: readonly WatchedCompany[] | null;
  /** What the server knows of the timelines of the first batch. */
  held: readonly CompanyInitial[];
  note: string | undefined;
}

export function WatchlistPage({ initial, held, note }: Props) {
  const host = useHost();
  const known = useSaved().companies;
  const companies = known ?? initial ?? undefined;
  const owned = useLastEvents();
  const idsText = companies?.map(({ id }) => id).join(" ") ?? "";
  const ids = useMemo(() => (idsText === "" ? [] : idsText.split(" ")), [idsText]);
  const states = useCompanies(held, ids, false);
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
          <Batches ids={ids} states={states} />
          <table className="saved-table">
            <caption className="sr-only">Watched companies</caption>
            <thead>
              <tr>
                <th scope="col">Company</th>
                <th scope="col" data-cell="domain">
                  Domain
                </th>
                <th scope="col">Note</th>
                <th scope="col">Last owned event</th>
                <th scope="col" data-end="">
                  Events
                </th>
                <th scope="col" data-end="">
                  Raised
                </th>
                <th scope="col" data-cell="added">
                  Added
                </th>
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
                  known={knownOf(company.id, states, owned)}
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
