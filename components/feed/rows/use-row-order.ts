"use client";
/** The order of the loaded rows: the list's own, or that of a column which a person pressed. */
import { useCallback, useMemo, useState } from "react";
import type { FeedKind, FeedRow } from "@/components/feed/kind";
import { nextOrder, type RowOrder, sortRows } from "@/components/table/row-order";
import type { AnyQuery } from "@/lib/contract/filters";

interface Ordered<R> {
  readonly rows: readonly FeedRow<R>[];
  /** Undefined where no column shows the order of the list. */
  readonly order: RowOrder | undefined;
  /** `sorted by amount, loaded rows only`; absent in the list's own order. */
  readonly sorted: string | undefined;
  /** Goes on to the next order of a column. */
  readonly sort: (id: string) => void;
}

export function useRowOrder<R>(kind: FeedKind<R>, rows: readonly FeedRow<R>[], query: AnyQuery): Ordered<R> {
  const [chosen, setChosen] = useState<RowOrder>();
  const { columns } = kind;
  const list = kind.order(query);
  const column = chosen && columns.find(({ id }) => id === chosen.column);
  const ordered = useMemo(
    () => (column === undefined || chosen === undefined ? rows : sortRows(rows, column.value, chosen.direction)),
    [rows, column, chosen],
  );
  const sort = useCallback(
    (id: string) => {
      const pressed = columns.find((one) => one.id === id);
      if (pressed !== undefined) setChosen((now) => nextOrder(now, pressed, list));
    },
    [columns, list],
  );
  return {
    rows: ordered,
    order: column === undefined ? list : chosen,
    sorted: column && `sorted by ${inSentence(column.head)}, loaded rows only`,
    sort,
  };
}

/** A head within a sentence: `Raised` is raised, `NAICS` stays. */
function inSentence(head: string): string {
  return /^[A-Z][a-z]/.test(head) ? head.charAt(0).toLowerCase() + head.slice(1) : head;
}
