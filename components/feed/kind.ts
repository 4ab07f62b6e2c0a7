/** What a feed's page has to know of its feed: columns, words, and the sheet of one record. */
import type { ComponentType } from "react";
import type { Column } from "@/components/table/columns";
import type { Receipt } from "@/lib/client/owned/owned-record";

export interface FeedRow<R> {
  readonly key: string;
  readonly record: R;
  readonly heldAt: Date;
  readonly receipt: Receipt;
}

export interface FeedKind<R> {
  /** Title of the page. */
  readonly title: string;
  /** `No funding matches …`. */
  readonly noun: string;
  /** What one record is: the title of its sheet. */
  readonly one: string;
  readonly columns: readonly Column<FeedRow<R>>[];
  readonly Sheet: ComponentType<Pick<FeedRow<R>, "record" | "heldAt">>;
}
