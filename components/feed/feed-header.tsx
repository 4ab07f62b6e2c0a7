"use client";
/** Shows the page's name, the balance, and the actions on the rows. */

import type { RefObject } from "react";
import { SmallMeter } from "@/components/shell/meter";
import { Menu } from "@/components/shell/navigation/menu";
import { BAR, BAR_ASIDE, BAR_TITLE } from "@/components/shell/page";
import { WideOnly } from "@/components/ui/hooks/use-cards";
import { useFeedView } from "@/lib/client/feed-view";
import type { FeedKind } from "./kind";
import { LazyViewOptions } from "./lazy";
import { SearchBox } from "./rows/search-box";
import type { FeedRows } from "./rows/use-feed-rows";
import { BarTools } from "./tools/bar-tools";
import { useViewVisits, viewWords } from "./tools/save-view";
import { toolProps } from "./tools/tool-panel";

interface Props<R> {
  kind: FeedKind<R>;
  rows: FeedRows<R>;
  search: RefObject<HTMLInputElement | null>;
}

export function FeedHeader<R>({ kind, rows, search }: Props<R>) {
  useViewVisits();
  const { canonical, saved } = useFeedView();
  const { table, columns, search: searchState } = rows;
  const tools = toolProps(kind, rows);
  return (
    <header className={`${BAR} col-span-full`} data-testid="feed-bar">
      <Menu />
      <h1 className={BAR_TITLE}>{kind.title}</h1>
      {saved && (
        <p className={BAR_ASIDE} data-testid="view-name">
          {viewWords(saved, canonical, tools.screen)}
        </p>
      )}
      {/* The box takes the free room, so that its place does not depend on its content. */}
      <div className="flex flex-1 items-center justify-end gap-3">
        <SmallMeter />
        <div className="flex min-w-18 flex-[0_1_196px] max-tablet:hidden">
          <WideOnly>
            <SearchBox {...searchState} ref={search} />
          </WideOnly>
        </div>
        <BarTools {...tools} search={<SearchBox {...searchState} ref={null} />}>
          <LazyViewOptions table={table} columns={columns} />
        </BarTools>
      </div>
    </header>
  );
}
