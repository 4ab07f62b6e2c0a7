/**
 * Provides the row of the open sheet to the parts of the sheet that are about its purchase, and the place of a sheet.
 */

import type { FeedName } from "@dealflow/contract/feeds";
import { createContext } from "react";
import type { FeedRow } from "@/lib/client/feed-row";

export interface PurchasedRow extends Pick<FeedRow<unknown>, "key" | "purchasedAt"> {
  readonly feed: FeedName;
  readonly requestId?: string | null | undefined;
  /** The view in which it is listed has this address in the dashboard. */
  readonly view?: string | undefined;
}

export const SheetRow = createContext<PurchasedRow | undefined>(undefined);

/** The loading sheet has this place too: next to the page, below 1100 px above it, and on phones instead of it. */
export const SHEET_BOX =
  "flex w-sheet min-h-0 flex-col border-l border-line-strong bg-surface outline-none sheet:w-sheet-wide max-panel:absolute max-panel:top-bar-top max-panel:right-0 max-panel:bottom-0 max-panel:z-sheet max-panel:max-w-full max-panel:shadow-sheet max-tablet:top-0 max-tablet:w-full max-tablet:border-l-0 max-tablet:shadow-none print:hidden";

export const BESIDE_TABLE = "panel:[grid-area:2/3]";
