"use client";
/** The order of the loaded rows: the list's own, or that of a column which a person pressed. */
import { useCallback, useMemo, useState } from "react";
import type { FeedKind, FeedRow } from "@/components/feed/kind";
import { nextOrder, type RowOrder, readOrder, sortRows, writeOrder } from "@/components/table/row-order";
import type { AnyQuery } from "@/lib/contract/filters";
import type { ShelfView } from "@/lib/contract/saved";

export interface RowOrdering<R> {
  readonly rows: readonly FeedRow<R>[];
  /** Undefined where no column shows the order of the list. */
  readonly order: RowOrder | undefined;
  /** `sorted by amount, loaded rows only`; absent in the list's own order. */
  readonly sorted: string | undefined;
  /** The order as serialized in a saved view; empty: the list's own. */
  readonly text: string;
  /** Switches to the next order of a column. */
  readonly sort: (id: string) => void;
  /** Applies the order of a saved view. */
  readonly restore: (text: string | null) => void;
}

/** @param view the saved view that was opened: its order applies until another one is chosen in it */
export function useRowOrder<R>(
  kind: FeedKind<R>,
  rows: readonly FeedRow<R>[],
  query: AnyQuery,
  view: ShelfView | undefined,
): RowOrdering<R> {
  const { columns } = kind;
  const ofView = view?.sort ?? undefined;
  const scope = ofView === undefined ? undefined : view?.id;
  const savedOrder = useMemo(() => readOrder(columns, ofView ?? ""), [columns, ofView]);
  const [changed, setChanged] = useState<{
    readonly scope: string | undefined;
    readonly order: RowOrder | undefined;
  }>();
  const chosen = changed?.scope === scope && changed ? changed.order : savedOrder;
  const list = kind.order(query);
  const column = chosen && columns.find(({ id }) => id === chosen.column);
  const ordered = useMemo(
    () => (column === undefined || chosen === undefined ? rows : sortRows(rows, column.value, chosen.direction)),
    [rows, column, chosen],
  );
  const sort = useCallback(
    (id: string) => {
      const pressed = columns.find((one) => one.id === id);
      if (pressed !== undefined) setChanged({ scope, order: nextOrder(chosen, pressed, list) });
    },
    [chosen, columns, list, scope],
  );
  return {
    rows: ordered,
    order: column === undefined ? list : chosen,
    sorted: column && `sorted by ${inSentence(column.head)}, loaded rows only`,
    text: writeOrder(column && chosen),
    sort,
    restore: (text) => {
      if (text !== null) setChanged({ scope, order: readOrder(columns, text) });
    },
  };
}

/** A head within a sentence: `Raised` is raised, `NAICS` stays. */
function inSentence(head: string): string {
  return /^[A-Z][a-z]/.test(head) ? head.charAt(0).toLowerCase() + head.slice(1) : head;
}
