/** Shows the page's name, the balance, and the actions on the rows. */

import type { RefObject } from "react";
import { SmallMeter } from "@/components/shell/meter";
import { Menu } from "@/components/shell/navigation/menu";
import { BAR, BAR_ASIDE, BAR_TITLE } from "@/components/shell/page";
import { WideOnly } from "@/components/ui/hooks/use-cards";
import { useFeedView } from "@/lib/client/feed-view";
import { SearchBox } from "./rows/search-box";
import { useShownRows } from "./rows/use-feed-rows";
import { BarTools } from "./tools/bar-tools";
import { useViewVisits, viewWords } from "./tools/save-view";

interface Props {
  search: RefObject<HTMLInputElement | null>;
  onLeaveSearch: () => void;
}

export function FeedHeader({ search, onLeaveSearch }: Props) {
  useViewVisits();
  const { canonical, saved } = useFeedView();
  const { kind, screen } = useShownRows();
  return (
    <header className={`${BAR} col-span-full`} data-testid="feed-bar">
      <Menu />
      <h1 className={BAR_TITLE}>{kind.title}</h1>
      {saved && (
        <p className={`${BAR_ASIDE} shrink-99`} data-testid="view-name">
          {viewWords(saved, canonical, screen)}
        </p>
      )}
      {/* The box takes the free room, so that its place does not depend on its content. */}
      <div className="flex flex-auto items-center justify-end gap-3 print:hidden">
        <SmallMeter />
        <div className="flex min-w-18 flex-[0_1_196px] max-tablet:hidden">
          <WideOnly>
            <SearchBox ref={search} onLeave={onLeaveSearch} />
          </WideOnly>
        </div>
        <BarTools />
      </div>
    </header>
  );
}
