/** Describes a feed to its page: columns, words, and the sheet of one record. */

import type { CompanyRecord } from "@dealflow/client/records";
import type { AnyQuery } from "@dealflow/contract/filters";
import type { ColumnSort } from "@tanstack/react-table";
import type { ComponentType } from "react";
import type { DataTableColumn } from "@/components/data-table/columns/columns";
import type { FeedRow } from "@/lib/client/feed-row";
import type { Parties } from "./rows/row-search";
import type { NamedOrder } from "./tools/order-select";

export interface FeedKind<R> {
  readonly title: string;
  /** The noun is for sentences such as `No funding matches …`. */
  readonly noun: string;
  /** The sheet of a single record has this title. */
  readonly one: string;
  readonly columns: readonly DataTableColumn<FeedRow<R>>[];
  /**
   * Returns the list's own order, as far as a column shows it.
   * @param isOrdered our service orders the list; otherwise it has the order of the public API
   */
  readonly order: (query: AnyQuery, isOrdered: boolean) => ColumnSort | undefined;
  /** A person can choose these orders, besides those of columns; absent where the list's own is the only one. */
  readonly orders?: readonly NamedOrder[];
  /** The words describe the order, where a person cannot choose it. */
  readonly orderWords: string;
  readonly Order?: ComponentType;
  /** Returns the company of a row's star; absent where rows have none. */
  readonly company?: (record: R) => CompanyRecord | null;
  /** Returns the names that the search over the loaded rows searches; absent where the API itself searches. */
  readonly parties?: (record: R) => Parties;
  readonly Sheet: ComponentType<Pick<FeedRow<R>, "record" | "purchasedAt">>;
}
