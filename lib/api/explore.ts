/** Rows of a feed as people explore them: what the workspace owns in full, everything else as far as previews show it. */
import { isObject } from "@dealflow/client/tolerant-reader";
import type { ExplorePageResponse } from "@dealflow/contract/account/explore";

/** All rows that match are listed, or those of them that the workspace owns. */
export type RowScope = "all" | "owned";

/** Tells a page from another response. Its rows are used as they come, because our own service or its adapter made them. */
export function isExplorePage(response: unknown): response is ExplorePageResponse {
  return isObject(response) && Array.isArray(response.rows) && isObject(response.pagination);
}
