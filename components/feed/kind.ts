/** What a feed's page has to know of its feed: columns, words, and the sheet of one record. */

import type { CompanyRecord } from "@dealflow/client/records";
import type { AnyQuery } from "@dealflow/contract/filters";
import type { ColumnSort } from "@tanstack/react-table";
import type { ComponentType } from "react";
import type { DataTableColumn } from "@/components/data-table/columns/columns";
import type { FeedRow } from "@/lib/client/feed-view-state";
import type { Parties } from "./rows/row-search";

export interface FeedKind<R> {
  /** Title of the page. */
  readonly title: string;
  /** `No funding matches …`. */
  readonly noun: string;
  /** What one record is: the title of its sheet. */
  readonly one: string;
  readonly columns: readonly DataTableColumn<FeedRow<R>>[];
  /** The order in which the API serves the list, as far as a column shows it. */
  readonly order: (query: AnyQuery) => ColumnSort | undefined;
  /** The same in words, where a person cannot choose it; else the choice. */
  readonly orderWords: string;
  readonly Order?: ComponentType;
  /** The company that a row's star is about; absent where rows have none. */
  readonly company?: (record: R) => CompanyRecord | null;
  /** What the search over the loaded rows searches; absent where the API itself searches. */
  readonly parties?: (record: R) => Parties;
  readonly Sheet: ComponentType<Pick<FeedRow<R>, "record" | "purchasedAt">>;
}
