"use client";
import type { SavedView } from "@dealflow/contract/account/saved";
import { OVERLAP_DAYS } from "@dealflow/contract/account/saved-counts";
import { FEEDS } from "@dealflow/contract/feeds";
import { useState } from "react";
import { actionsColumn, column, SimpleTable } from "@/components/data-table/simple-table";
import { NewLink, NewNumber } from "@/components/feed/new-link";
import { queryWords } from "@/components/feed/view-words";
import { useNow } from "@/components/shell/clock";
import { NothingSaved, SAVED_TABLE, SavedPage } from "@/components/shell/saved-page";
import { dayColumn } from "@/components/shell/when";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/forms/text-field";
import { useHost } from "@/lib/client/host";
import { addViews, changeView, loadCounts, removeView } from "@/lib/client/saved/actions";
import { readViewsFile, writeViews } from "@/lib/client/saved/read-file";
import { useLoadCounts } from "@/lib/client/saved/saved-context";
import { updateUi, useUi } from "@/lib/client/ui-store";
import { refetchViews, useSavedViews } from "@/lib/queries/saved";
import { ViewName } from "./view-name";

interface Props {
  /** The server renders these; null means that the browser stores them. */
  initial: readonly SavedView[] | null;
}

export function ViewsPage({ initial }: Props) {
  const host = useHost();
  const now = useNow();
  const [renaming, setRenaming] = useState<string>();
  const saved = useSavedViews(true);
  const views = saved.views ?? initial ?? undefined;
  useLoadCounts(views);

  return (
    <SavedPage
      title="Saved views"
      nouns={["view", "views"]}
      items={views}
      problem={saved.problem}
      onRetry={() => void refetchViews(host)}
      file={{
        name: "dealflow-views.json",
        what: "views",
        write: writeViews,
        read: (text) => readViewsFile(text, views?.map(({ name }) => name) ?? []),
      }}
      add={(drafts) => addViews(host, drafts)}
      remove={({ id }) => removeView(host, id)}
      removed="Deleted"
      empty={
        <NothingSaved title="No saved views yet">
          Set filters on a feed and press Save view. Saved views appear in the sidebar and count new events. They're
          free.
        </NothingSaved>
      }
    >
      {(items, remove) => (
        <>
          <SimpleTable<SavedView>
            caption="Saved views"
            stacked="panel"
            className={SAVED_TABLE}
            rows={items}
            rowId={({ id }) => id}
            columns={[
              column("name", "Name", { className: "panel:w-[30%] panel:max-w-0" }, (row) => (
                <ViewName
                  view={row}
                  renaming={renaming === row.id}
                  onRename={(name) => changeView(host, row, { name })}
                  onEnd={() => setRenaming(undefined)}
                />
              )),
              column("feed", "Feed", {}, (row) => FEEDS[row.feed].title),
              column("filters", "Filters", { line: true, className: "panel:w-[26%] panel:max-w-0" }, (row) => {
                const words = queryWords(row.feed, row.query, now);
                return (
                  <span className="block panel:truncate" title={words}>
                    {words}
                  </span>
                );
              }),
              dayColumn("looked", "Last opened", ({ lastSeenAt }) => lastSeenAt, "Looked"),
              column("new", "Since then", {}, (row) => (
                <>
                  <NewNumber id={row.id} />
                  <NewLink view={row} />
                </>
              )),
              actionsColumn((view) => (
                <>
                  <Button variant="quiet" aria-label={`Rename ${view.name}`} onClick={() => setRenaming(view.id)}>
                    Rename
                  </Button>
                  <Button variant="quiet" aria-label={`Delete ${view.name}`} onClick={() => remove(view)}>
                    Delete
                  </Button>
                </>
              )),
            ]}
          />
          <Overlap onChange={() => void loadCounts(host, views?.map(({ id }) => id) ?? [])} />
        </>
      )}
    </SavedPage>
  );
}

/** Sets how many days before the last visit the new events start. */
function Overlap({ onChange }: { onChange: () => void }) {
  const saved = useUi(({ overlapDays }) => overlapDays);
  const [text, setText] = useState<string>();
  const shown = text ?? String(saved);
  const wrong = validOverlap(shown) === undefined;
  return (
    <div className="mt-5 flex flex-wrap items-center gap-2 text-12/5 text-text-2">
      <label htmlFor="overlap">Look back</label>
      <span className="w-12">
        <TextField
          id="overlap"
          inputMode="numeric"
          value={shown}
          aria-invalid={wrong}
          aria-describedby="overlap-why"
          onChange={(event) => {
            setText(event.target.value);
            const days = validOverlap(event.target.value);
            if (days === undefined) return;
            updateUi({ overlapDays: days });
            onChange();
          }}
        />
      </span>
      <p id="overlap-why">
        {wrong
          ? `extra days: a whole number from 0 to ${OVERLAP_DAYS.max}`
          : "extra days for late-reported events. Rows you already own are hidden."}
      </p>
    </div>
  );
}

/** Returns undefined unless the text is a whole number of days up to the maximum. */
function validOverlap(text: string): number | undefined {
  return /^\d{1,3}$/.test(text) && Number(text) <= OVERLAP_DAYS.max ? Number(text) : undefined;
}
