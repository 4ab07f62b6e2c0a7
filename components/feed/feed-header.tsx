"use client";
/** Above everything: where one is, what is left to spend, and what can be done with the rows. */
import type { RefObject } from "react";
import { Menu } from "@/components/shell/menu";
import { SmallMeter } from "@/components/shell/meter";
import { BAR_ASIDE } from "@/components/shell/page";
import { useFeedView } from "@/lib/client/feed-view";
import type { ShelfView } from "@/lib/contract/saved";
import { ColumnsButton } from "./columns/columns-button";
import type { FeedKind } from "./kind";
import { SearchBox } from "./rows/search-box";
import type { FeedRows } from "./rows/use-feed-rows";
import { BarTools } from "./tools/bar-tools";
import { useViewVisits, viewWords } from "./tools/save-view";

interface Props<R> {
  kind: FeedKind<R>;
  rows: FeedRows<R>;
  note: string | undefined;
  /** The saved view that is looked at, also when it was changed since. */
  saved: ShelfView | undefined;
  search: RefObject<HTMLInputElement | null>;
}

export function FeedHeader<R>({ kind, rows: { own, search: searchState, order }, note, saved, search }: Props<R>) {
  useViewVisits();
  const { canonical } = useFeedView();
  const screen = { columns: own.text, sort: order.text };
  return (
    <header className="feed-bar" data-testid="feed-bar">
      <Menu note={note} />
      <h1>{kind.title}</h1>
      {saved && (
        <p className={BAR_ASIDE} data-testid="view-name">
          {viewWords(saved, canonical, screen)}
        </p>
      )}
      <div className="feed-bar-end">
        <SmallMeter />
        <SearchBox {...searchState} ref={search} />
        <BarTools
          columns={kind.columns.map((column) => column.id)}
          saved={saved}
          screen={screen}
          restore={(view) => {
            own.restore(view.columns);
            order.restore(view.sort);
          }}
        >
          <ColumnsButton columns={kind.columns} own={own} />
        </BarTools>
      </div>
    </header>
  );
}
