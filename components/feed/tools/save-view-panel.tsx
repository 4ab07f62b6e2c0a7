"use client";

import { useState } from "react";
import { NewLink } from "@/components/feed/new-link";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { TextField } from "@/components/ui/text-field";
import { useFeedView } from "@/lib/client/feed-view";
import { useHost } from "@/lib/client/host";
import { addViews, changeView, removeView } from "@/lib/client/saved/actions";
import type { SaveResult } from "@/lib/client/saved/repository";
import { SAVED_LIMITS, type SavedView } from "@/lib/contract/saved";
import { useSaved } from "@/lib/queries/saved";
import { isChanged, type Screen } from "./save-view";
import type { ToolPanelProps } from "./tool-panel";

/** The popover of "Save view": a name for these filters, or the view that they are saved as. */
export function SaveViewPanel({ close: onDone, screen, restore }: ToolPanelProps) {
  const { feed, canonical } = useFeedView();
  const { views } = useSaved({ views: true });
  if (views === undefined) return <p className="save-view text-12 text-text-2">Reading saved views</p>;
  const ofFeed = views.filter((view) => view.feed === feed);
  const match = ofFeed.find((view) => view.query === canonical);
  return match === undefined ? (
    <NewView others={ofFeed} screen={screen} onDone={onDone} />
  ) : (
    <KnownView key={match.id} view={match} screen={screen} restore={restore} onDone={onDone} />
  );
}

/** Runs one change at a time, and returns the error when it was rejected. */
function useChange(onDone: () => void) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const run = async (change: Promise<SaveResult<unknown>>) => {
    setBusy(true);
    const result = await change;
    setBusy(false);
    setError(result.ok ? undefined : result.message);
    if (result.ok) onDone();
  };
  return { busy, error: error, run };
}

interface NewProps {
  others: readonly SavedView[];
  screen: Screen;
  onDone: () => void;
}

function NewView({ others, screen, onDone }: NewProps) {
  const { feed, canonical } = useFeedView();
  const host = useHost();
  const [name, setName] = useState("");
  const [shared, setShared] = useState(true);
  const [other, setOther] = useState(others[0]?.id ?? "");
  const { busy, error, run } = useChange(onDone);
  const replaced = others.find((view) => view.id === other);
  return (
    <form
      className="save-view"
      onSubmit={(event) => {
        event.preventDefault();
        const draft = { name: name.trim(), feed, query: canonical, ...screen, shared };
        void run(addViews(host, [draft]));
      }}
    >
      <NameField name={name} onChange={setName} error={error} />
      {host.own && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the box is inside
        <label className="save-view-check">
          <Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)} />
          For everybody in the workspace
        </label>
      )}
      <Button type="submit" look="primary" disabled={busy || name.trim() === ""}>
        Save view
      </Button>
      {replaced && (
        <div className="save-view-other">
          <label htmlFor="save-view-other" className="text-12 text-text-2">
            Or put these filters, columns and order into
          </label>
          <div className="flex gap-2">
            <select
              id="save-view-other"
              className="save-view-select"
              value={other}
              onChange={(event) => setOther(event.target.value)}
            >
              {others.map(({ id, name: title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
            <Button
              disabled={busy}
              onClick={() => void run(changeView(host, replaced, { query: canonical, ...screen }))}
            >
              Replace
            </Button>
          </div>
        </div>
      )}
    </form>
  );
}

interface KnownProps extends Pick<ToolPanelProps, "screen" | "restore"> {
  view: SavedView;
  onDone: () => void;
}

function KnownView({ view, screen, restore, onDone }: KnownProps) {
  const host = useHost();
  const [name, setName] = useState(view.name);
  const { busy, error, run } = useChange(onDone);
  return (
    <form
      className="save-view"
      onSubmit={(event) => {
        event.preventDefault();
        void run(changeView(host, view, { name: name.trim() }));
      }}
    >
      <NewLink view={view} onNavigate={onDone} />
      {isChanged(view, screen) && (
        <div className="save-view-other">
          <p className="text-12 text-text-2">Columns or order have changed since it was saved.</p>
          <div className="flex justify-between gap-2">
            <Button disabled={busy} onClick={() => void run(changeView(host, view, screen))}>
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
        <div className="save-view-other">
          <p className="text-12 text-text-2">It keeps filters alone.</p>
          <Button disabled={busy} onClick={() => void run(changeView(host, view, screen))}>
            Keep columns and order too
          </Button>
        </div>
      )}
      <NameField name={name} onChange={setName} error={error} />
      <div className="flex justify-between gap-2">
        <Button type="submit" disabled={busy || name.trim() === "" || name.trim() === view.name}>
          Rename
        </Button>
        <Button disabled={busy} onClick={() => void run(removeView(host, view.id))}>
          Delete view
        </Button>
      </div>
    </form>
  );
}

interface NameProps {
  name: string;
  onChange: (name: string) => void;
  error: string | undefined;
}

function NameField({ name, onChange, error }: NameProps) {
  return (
    <div>
      <label htmlFor="save-view-name" className="text-12 text-text-2">
        Name
      </label>
      <TextField
        id="save-view-name"
        className="mt-1"
        value={name}
        maxLength={SAVED_LIMITS.name}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : "save-view-refused"}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id="save-view-refused" role="alert" className="save-view-refused">
        {error}
      </p>
    </div>
  );
}
