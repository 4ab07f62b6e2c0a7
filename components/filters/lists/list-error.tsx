/** Reserves the room of a list, and reports when the list could not be loaded. */

import type { ListName } from "@dealflow/contract/filters";
import { Button } from "@/components/ui/button";
import { type CachedList, fetchList } from "./use-lists";

export function ListError({ name, list }: { name: ListName; list: CachedList }) {
  if (!list.failed)
    return <div aria-busy className={list.values.length === 0 ? "h-48 in-data-touch:h-[352px]" : undefined} />;
  return (
    <p role="alert" className="flex min-h-row-facet flex-wrap items-center gap-x-2 text-12 text-bad-text">
      Couldn't load the list.
      <Button variant="link" onClick={() => fetchList(name)}>
        Try again
      </Button>
    </p>
  );
}
