"use client";

import { useState } from "react";
import { NewLink, NewNumber } from "@/components/feed/new-link";
import { queryWords } from "@/components/feed/query-words";
import { useNow } from "@/components/shell/clock";
import { FeedLink } from "@/components/shell/feed-link";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import type { SaveResult } from "@/lib/client/saved/repository";
import { FEEDS } from "@/lib/contract/feeds";
import { SAVED_LIMITS, type SavedView } from "@/lib/contract/saved";
import { PAGES } from "@/lib/filters/pages";
import { exactTime, shortDate } from "@/lib/format/dates";

interface Props {
  view: SavedView;
  onRename: (name: string) => Promise<SaveResult<unknown>>;
  onDelete: () => void;
}

export function ViewRow({ view, onRename, onDelete }: Props) {
  const now = useNow();
  const [renaming, setRenaming] = useState(false);
  const words = queryWords(view.feed, view.query, now);
  return (
    <tr>
      <th scope="row">
        {renaming ? (
          <Rename view={view} onRename={onRename} onEnd={() => setRenaming(false)} />
        ) : (
          <FeedLink
            className="focus-ring rounded-1 hover:underline"
            href={`${PAGES[view.feed]}${view.query === "" ? "" : `?${view.query}`}`}
          >
            {view.name}
          </FeedLink>
        )}
      </th>
      <td data-cell="feed">{FEEDS[view.feed].title}</td>
      <td data-cell="filters">
        <span className="saved-cut" title={words}>
          {words}
        </span>
      </td>
      <td data-cell="looked">
        <time dateTime={view.lastSeenAt} title={exactTime(view.lastSeenAt)}>
          {shortDate(view.lastSeenAt, now)}
        </time>
      </td>
      <td data-cell="new">
        <NewNumber id={view.id} />
        <NewLink view={view} />
      </td>
      <td data-cell="change">
        <span className="saved-ways">
          <Button look="quiet" aria-label={`Rename ${view.name}`} onClick={() => setRenaming(true)}>
            Rename
          </Button>
          <Button look="quiet" aria-label={`Delete ${view.name}`} onClick={onDelete}>
            Delete
          </Button>
        </span>
      </td>
    </tr>
  );
}

function Rename({ view, onRename, onEnd }: Omit<Props, "onDelete"> & { onEnd: () => void }) {
  const [name, setName] = useState(view.name);
  const [error, setError] = useState<string>();
  return (
    <form
      className="saved-rename"
      onSubmit={async (event) => {
        event.preventDefault();
        const result = await onRename(name.trim());
        if (result.ok) onEnd();
        else setError(result.message);
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onEnd();
      }}
    >
      <span className="saved-name">
        <TextField
          autoFocus
          aria-label={`New name of ${view.name}`}
          aria-invalid={error !== undefined}
          value={name}
          maxLength={SAVED_LIMITS.name}
          onChange={(event) => setName(event.target.value)}
        />
      </span>
      <Button type="submit" disabled={name.trim() === ""}>
        Rename
      </Button>
      <Button look="quiet" onClick={onEnd}>
        Cancel
      </Button>
      <span role="alert" className="save-view-refused">
        {error}
      </span>
    </form>
  );
}
