"use client";
import type { WatchedCompany } from "@dealflow/contract/account/saved";
import { isUuid } from "@dealflow/contract/query/syntax";
import { useMemo } from "react";
import { actionsColumn, SimpleTable } from "@/components/data-table/simple-table";
import { useLastEvents } from "@/components/feed/record/last-event";
import { useNow } from "@/components/shell/clock";
import { NothingSaved, SAVED_TABLE, SavedPage } from "@/components/shell/saved-page";
import { Button } from "@/components/ui/button";
import type { CompanyInitial } from "@/lib/api/timeline-part";
import { useHost } from "@/lib/client/host";
import { changeNote, unwatch, watch } from "@/lib/client/saved/actions";
import { readCompaniesFile, writeCompanies } from "@/lib/client/saved/read-file";
import { refetchWatchlist, useWatchlist } from "@/lib/queries/saved";
import { useCompanies } from "@/lib/queries/timelines";
import { Batches } from "./batches";
import { watchedColumns } from "./watched-columns";
import type { Watched } from "./watched-file";
import { summarizeWatched } from "./watched-summary";

interface Props {
  /** The server renders these; null means that the browser stores them. */
  initial: readonly WatchedCompany[] | null;
  /** The server sends the timelines of the first batch as far as it knows them. */
  cached: readonly CompanyInitial[];
}

export function WatchlistPage({ initial, cached }: Props) {
  const host = useHost();
  const now = useNow();
  const saved = useWatchlist(true);
  const companies = saved.companies ?? initial ?? undefined;
  const purchased = useLastEvents();
  const idsText = companies?.map(({ id }) => id).join(" ") ?? "";
  const ids = useMemo(() => (idsText === "" ? [] : idsText.split(" ")), [idsText]);
  const states = useCompanies(cached, ids, false);
  const getSummary = (company: WatchedCompany) => summarizeWatched(company.id, states, purchased);
  const watched = companies?.map((company): Watched => ({ company, summary: getSummary(company) })) ?? [];

  return (
    <SavedPage
      title="Watchlist"
      nouns={["company", "companies"]}
      items={companies}
      problem={saved.problem}
      onRetry={() => void refetchWatchlist(host)}
      file={{
        name: "dealflow-watchlist.json",
        what: "the watchlist",
        write: writeCompanies,
        read: (text) => readCompaniesFile(text, (id) => !host.own || isUuid(id)),
        // The file says what is owned, which is not known before.
        saveTable: watched.every(({ summary }) => summary !== undefined) ? () => void saveWatched(watched) : null,
      }}
      add={(drafts) => watch(host, drafts)}
      remove={({ id }) => unwatch(host, id)}
      removed="Removed"
      empty={
        <NothingSaved title="No watched companies yet">
          Press the star next to a company's name. It appears here with your note and its latest owned event. Watching
          is free.
        </NothingSaved>
      }
    >
      {(items, remove) => (
        <>
          <Batches ids={ids} states={states} />
          <SimpleTable
            caption="Watched companies"
            stacked="panel"
            className={`panel:table-fixed ${SAVED_TABLE}`}
            rows={items}
            rowId={({ id }) => id}
            columns={[
              ...watchedColumns(getSummary, now, (company, text) => changeNote(host, company, text)),
              actionsColumn<WatchedCompany>(
                (company) => (
                  <Button variant="quiet" aria-label={`Remove ${company.name}`} onClick={() => remove(company)}>
                    Remove
                  </Button>
                ),
                "panel:w-20",
              ),
            ]}
          />
        </>
      )}
    </SavedPage>
  );
}

/** Saves the watched companies as a file. */
async function saveWatched(watched: readonly Watched[]): Promise<void> {
  const [{ watchedFile }, { saveFile }] = await Promise.all([
    import("./watched-file"),
    import("@/lib/client/export/export-file"),
  ]);
  saveFile(watchedFile(watched), `watchlist-${new Date().toISOString().slice(0, 10)}.csv`);
}
