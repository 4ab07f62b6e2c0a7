import type { FeedRecord } from "@dealflow/client/records";
import type { ExploreRow } from "@dealflow/contract/account/explore";

/** A row of a feed's list has an owned record, or the preview of another one. */
export type FeedRow<R = FeedRecord> = Omit<ExploreRow, "record"> & { readonly record: R };
