"use client";

import { useEffect, useState } from "react";
import { Page } from "@/components/shell/page";
import { FileButtons } from "@/components/ui/file-buttons";
import { type Imported, ImportReport } from "@/components/ui/import-report";
import { type Done, UndoNotice } from "@/components/ui/undo-notice";
import { useHost } from "@/lib/client/host";
import { addViews, changeView, loadCounts, loadViews, removeView } from "@/lib/client/saved/actions";
import { readViewsFile, writeViews } from "@/lib/client/saved/read-file";
import { useSaved } from "@/lib/client/saved/saved-store";
import type { SavedView } from "@/lib/contract/saved";
import { counted } from "@/lib/format/counts";
import { Overlap } from "./overlap";
import { ViewRow } from "./view-row";

interface Props {
  /** As the server knows them; null where the browser keeps them. */
  initial: readonly SavedView[] | null;
  note: string | undefined;
}

export function ViewsPage({ initial, note }: Props) {
  const host = useHost();
  const known = useSaved().views;
  const views = known ?? initial ?? undefined;
  const [done, setDone] = useState<Done>();
  const [imported, setImported] = useState<Imported>();
  const ids = views?.map(({ id }) => id).join(" ") ?? "";

  useEffect(() => void loadViews(host), [host]);
  useEffect(() => {
    if (ids !== "") void loadCounts(host, ids.split(" "));
  }, [host, ids]);

  async function remove(view: SavedView) {
    const removed = await removeView(host, view.id);
    if (!removed.ok) return setDone({ text: removed.message });
    const undo = async () => {
      const back = await addViews(
        host,
        [view].map(({ version: _, ...draft }) => draft),
      );
      if (!back.ok) setDone({ text: back.message });
    };
    setDone({ text: `Deleted ${view.name}`, undo: () => void undo() });
  }

  async function read(text: string) {
    const { items, refused } = readViewsFile(text, views?.map(({ name }) => name) ?? []);
    const added = items.length === 0 ? undefined : await addViews(host, items);
    const kept = added?.ok === false ? added.message : `${counted(items.length, "view")} imported`;
    setImported({ kept, refused });
  }

  return (
    <Page
      title="Saved views"
      aside={views && counted(views.length, "view")}
      note={note}
      tools={
        <FileButtons
          name="dealflow-views.json"
          what="views"
          write={views && views.length > 0 ? () => writeViews(views) : undefined}
          read={(text) => void read(text)}
        />
      }
    >
      {imported && <ImportReport imported={imported} onClose={() => setImported(undefined)} />}
      {views === undefined ? null : views.length === 0 ? (
        <NoViews />
      ) : (
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
              {views.map((view) => (
                <ViewRow
                  key={view.id}
                  view={view}
                  onRename={(name) => changeView(host, view, { name })}
                  onDelete={() => void remove(view)}
                />
              ))}
            </tbody>
          </table>
          <Overlap onChange={() => void loadCounts(host, ids.split(" "))} />
        </>
      )}
      <UndoNotice done={done} onClose={() => setDone(undefined)} />
    </Page>
  );
}

function NoViews() {
  return (
    <section className="max-w-[640px]">
      <h2 className="text-15 font-semibold tracking-tight">No saved views yet</h2>
      <p className="mt-1 text-text-2">
        Set filters on a feed and press Save view. The view keeps its filters under a name, stands in the sidebar, and
        says what is new since you last looked. Keeping views costs 0 credits.
      </p>
    </section>
  );
}
