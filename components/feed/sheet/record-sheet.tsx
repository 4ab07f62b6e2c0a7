"use client";
/** Shows one of a page's owned records as its feed does. */
import type { ComponentType } from "react";
import type { OpenRecord } from "@/lib/client/address";
import type { OwnedRow } from "@/lib/queries/owned";
import { FundingSheet } from "./funding-sheet";
import { MoveSheet } from "./move-sheet";
import { PageSheet } from "./page-sheet";
import { SheetRow } from "./sheet-row";

export type OwnedRows =
  | { readonly feed: "funding"; readonly rows: readonly OwnedRow<"funding">[] }
  | { readonly feed: "execMoves"; readonly rows: readonly OwnedRow<"execMoves">[] };

const TITLES = { funding: "Funding round", execMoves: "Exec move" } as const;

export function RecordSheet({ records, opened }: { records: OwnedRows; opened: OpenRecord }) {
  const keys = records.rows.map(({ key }) => key);
  return (
    <PageSheet title={TITLES[records.feed]} opened={opened} keys={keys}>
      {records.feed === "funding" ? show(records, opened, FundingSheet) : show(records, opened, MoveSheet)}
    </PageSheet>
  );
}

function show<F extends OwnedRows["feed"]>(
  { feed, rows }: { readonly feed: F; readonly rows: readonly OwnedRow<F>[] },
  { open }: OpenRecord,
  Content: ComponentType<Pick<OwnedRow<F>, "record" | "purchasedAt">>,
) {
  const row = rows.find(({ key }) => key === open);
  return (
    row && (
      <SheetRow value={{ ...row, feed }}>
        <Content key={row.key} record={row.record} purchasedAt={row.purchasedAt} />
      </SheetRow>
    )
  );
}
