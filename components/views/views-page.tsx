"use client";

import { useEffect } from "react";
import { NothingSaved, SavedPage } from "@/components/shell/saved-page";
import { useHost } from "@/lib/client/host";
import { addViews, changeView, loadCounts, removeView } from "@/lib/client/saved/actions";
import { readViewsFile, writeViews } from "@/lib/client/saved/read-file";
import type { SavedView } from "@/lib/contract/saved";
import { refetchViews, useSaved } from "@/lib/queries/saved";
import { Overlap } from "./overlap";
import { ViewRow } from "./view-row";

interface Props {
  /** As rendered by the server; null where the browser stores them. */
  initial: readonly SavedView[] | null;
  note: string | undefined;
}

export function ViewsPage({ initial, note }: Props) {
  const host = useHost();
  const saved = useSaved({ views: true });
  const views = saved.views ?? initial ?? undefined;
  const ids = views?.map(({ id }) => id).join(" ") ?? "";

  useEffect(() => {
    if (ids !== "") void loadCounts(host, ids.split(" "));
  }, [host, ids]);

  return (
    <SavedPage
      title="Saved views"
      note={note}
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
          Set filters on a feed and press Save view. The view keeps its filters under a name, stands in the sidebar, and
          says what is new since you last looked. Keeping views costs 0 credits.
        </NothingSaved>
      }
    >
      {(items, remove) => (
        <>
          <table className="saved-table">
            <caption className="sr-only">Saved views</caption>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Feed</th>
                <th scope="col">Filters</th>
                <th scope="col">Last look</th>
                <th scope="col">Since then</th>
                <th scope="col">
                  <span className="sr-only">Change</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((view) => (
                <ViewRow
                  key={view.id}
                  view={view}
                  onRename={(name) => changeView(host, view, { name })}
                  onDelete={() => remove(view)}
                />
              ))}
            </tbody>
          </table>
          <Overlap onChange={() => void loadCounts(host, ids.split(" "))} />
        </>
      )}
    </SavedPage>
  );
}
