import { SAVED_LIMITS, type SavedView } from "@dealflow/contract/account/saved";
import { FEEDS, type Feed } from "@dealflow/contract/feeds";
import type { AnyQuery } from "@dealflow/contract/filters";
import { useState } from "react";
import { NewLink } from "@/components/feed/new-link";
import { chipText, type Words } from "@/components/filters/filter-text";
import { useFilterWords } from "@/components/filters/words";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Options } from "@/components/ui/forms/options";
import { TextField } from "@/components/ui/forms/text-field";
import { notify } from "@/components/ui/hooks/notify";
import type { HostState } from "@/lib/api/dashboard";
import { useFeedView } from "@/lib/client/feed-view";
import { useHost } from "@/lib/client/host";
import { addViews, changeView, removeView } from "@/lib/client/saved/actions";
import { useChange } from "@/lib/client/saved/use-change";
import { activeFilters } from "@/lib/filters/edit";
import { useSavedViews } from "@/lib/queries/saved";
import { useShownRows } from "../rows/use-feed-rows";
import type { PanelProps } from "./bar-tools";
import { isChanged, type Screen } from "./save-view";

const PANEL = "flex w-[268px] flex-col gap-2.5 p-2.5";
const PART = "flex flex-col gap-1.5 border-t border-line pt-2.5";

/**
 * Saves these filters by a name, renames the view that they are saved as, or updates the one that they have changed.
 */
export function SaveViewPanel({ close: onDone }: PanelProps) {
  const { feed, canonical, saved } = useFeedView();
  const { views, problem } = useSavedViews(true);
  const [asNew, setAsNew] = useState(false);
  if (views === undefined)
    return (
      <p role="status" className={`${PANEL} text-12 text-text-2`}>
        {problem ?? "Loading saved views…"}
      </p>
    );
  const ofFeed = views.filter((view) => view.feed === feed);
  const match = ofFeed.find((view) => view.query === canonical);
  if (match !== undefined) return <KnownView key={match.id} view={match} onDone={onDone} />;
  const edited = asNew ? undefined : ofFeed.find(({ id }) => id === saved?.id);
  return edited === undefined ? (
    <NewView others={ofFeed} onDone={onDone} />
  ) : (
    <EditedView view={edited} onAsNew={() => setAsNew(true)} onDone={onDone} />
  );
}

/** Puts other filters, columns and sort into a saved view, and offers to take that back. */
async function replaceView(host: HostState, view: SavedView, content: Screen & Pick<SavedView, "query">) {
  const { query, columns, sort } = view;
  const changed = await changeView(host, view, content);
  const undo = () => changeView(host, changed, { query, columns, sort }).catch(() => undefined);
  notify(`Updated ${view.name}`, { label: "Undo", run: () => void undo() });
}

function NewView({ others, onDone }: { others: readonly SavedView[]; onDone: () => void }) {
  const { screen } = useShownRows();
  const { feed, query, canonical } = useFeedView();
  const host = useHost();
  const words = useFilterWords();
  const [name, setName] = useState(() => suggestedName(FEEDS[feed], query, words, others));
  const [shared, setShared] = useState(false);
  const [other, setOther] = useState("");
  const { busy, error, run } = useChange(onDone);
  const replaced = others.find((view) => view.id === other);
  return (
    <form
      className={PANEL}
      onSubmit={(event) => {
        event.preventDefault();
        const draft = { name: name.trim(), feed, query: canonical, ...screen, shared };
        run(async () => {
          await addViews(host, [draft]);
          notify(`Saved ${draft.name}`);
        });
      }}
    >
      <NameField focus name={name} onChange={setName} error={error} />
      {host.own && (
        <label className="flex items-center gap-2 text-12">
          <Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)} />
          Share with the workspace
        </label>
      )}
      <Button type="submit" variant="primary" disabled={busy || name.trim() === ""}>
        Save view
      </Button>
      {others.length > 0 && (
        <div className={PART}>
          <label htmlFor="save-view-other" className="text-12 text-text-2">
            Or replace an existing view
          </label>
          <div className="flex gap-2">
            <select
              id="save-view-other"
              className="h-control min-w-0 flex-1 rounded-2 border border-line-control bg-surface px-1.5 text-12 text-text-1 in-data-touch:h-row-touch"
              value={other}
              onChange={(event) => setOther(event.target.value)}
            >
              <option value="">Choose a view</option>
              <Options of={others.map((view) => ({ value: view.id, title: view.name }))} />
            </select>
            <Button
              disabled={busy || replaced === undefined}
              onClick={() => {
                if (replaced) run(() => replaceView(host, replaced, { query: canonical, ...screen }));
              }}
            >
              Replace
            </Button>
          </div>
        </div>
      )}
    </form>
  );
}

/** Offers to update the saved view whose filters have been changed. */
function EditedView({ view, onAsNew, onDone }: { view: SavedView; onAsNew: () => void; onDone: () => void }) {
  const { screen } = useShownRows();
  const { canonical } = useFeedView();
  const host = useHost();
  const { busy, error, run } = useChange(onDone);

  return (
    <div className={PANEL}>
      <p className="text-12 text-text-2">
        You changed the filters of <b className="font-medium text-text-1">{view.name}</b>.
      </p>
      <Button
        variant="primary"
        autoFocus
        disabled={busy}
        onClick={() => run(() => replaceView(host, view, { query: canonical, ...screen }))}
      >
        Update view
      </Button>
      <Button onClick={onAsNew}>Save as new</Button>
      <p role="alert" className="text-12 text-bad-text empty:hidden">
        {error}
      </p>
    </div>
  );
}

function KnownView({ view, onDone }: { view: SavedView; onDone: () => void }) {
  const { screen, restore } = useShownRows();
  const host = useHost();
  const [name, setName] = useState(view.name);
  const { busy, error, run } = useChange(onDone);

  async function remove() {
    const { version: _, ...draft } = view;
    await removeView(host, view.id);
    const undo = () => addViews(host, [draft]).catch(() => undefined);
    notify(`Deleted ${view.name}`, { label: "Undo", run: () => void undo() });
  }

  return (
    <form
      className={PANEL}
      onSubmit={(event) => {
        event.preventDefault();
        run(() => changeView(host, view, { name: name.trim() }));
      }}
    >
      <NewLink view={view} onNavigate={onDone} />
      {isChanged(view, screen) && (
        <div className={PART}>
          <p className="text-12 text-text-2">Columns or order have changed since it was saved.</p>
          <div className="flex justify-between gap-2">
            <Button disabled={busy} onClick={() => run(() => changeView(host, view, screen))}>
              Save changes
            </Button>
            <Button
              disabled={busy}
              onClick={() => {
                restore(view);
                onDone();
              }}
            >
              Back to saved
            </Button>
          </div>
        </div>
      )}
      {view.columns === null && view.sort === null && (
        <div className={PART}>
          <p className="text-12 text-text-2">It keeps filters alone.</p>
          <Button disabled={busy} onClick={() => run(() => changeView(host, view, screen))}>
            Keep columns and order too
          </Button>
        </div>
      )}
      <NameField name={name} onChange={setName} error={error} />
      <div className="flex justify-between gap-2">
        <Button type="submit" disabled={busy || name.trim() === "" || name.trim() === view.name}>
          Rename
        </Button>
        <Button disabled={busy} onClick={() => run(remove)}>
          Delete view
        </Button>
      </div>
    </form>
  );
}

/** Writes the filters in few words, with a number where that name is taken. */
function suggestedName(feed: Feed, query: AnyQuery, words: Words, others: readonly SavedView[]): string {
  const parts = activeFilters(feed, query).map((filter) => chipText(filter, query, words));
  const name = (parts.join(", ") || `All ${feed.title.toLowerCase()}`).slice(0, SAVED_LIMITS.name - 4);
  const taken = new Set(others.map((view) => view.name.toLowerCase()));
  let number = 1;
  const numbered = () => (number === 1 ? name : `${name} ${number}`);
  while (taken.has(numbered().toLowerCase())) number++;
  return numbered();
}

interface NameProps {
  /** The field takes the focus when the panel opens. */
  focus?: boolean;
  name: string;
  onChange: (name: string) => void;
  error: string | undefined;
}

function NameField({ focus = false, name, onChange, error }: NameProps) {
  return (
    <div>
      <label htmlFor="save-view-name" className="text-12 text-text-2">
        Name
      </label>
      <TextField
        id="save-view-name"
        className="mt-1"
        value={name}
        autoFocus={focus}
        onFocus={(event) => event.currentTarget.select()}
        maxLength={SAVED_LIMITS.name}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : "save-view-refused"}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id="save-view-refused" role="alert" className="mt-1 text-12 text-bad-text empty:hidden">
        {error}
      </p>
    </div>
  );
}
