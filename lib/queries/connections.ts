/** One MCP connection with its use and its latest calls. Free. */

import { CONNECTIONS } from "@dealflow/contract/account-connections";
import { queryOptions } from "@tanstack/react-query";
import { accountKey, callAccount } from "./account";

export function connectionQuery(id: string) {
  return queryOptions({
    queryKey: [...accountKey(CONNECTIONS.connection), id],
    queryFn: () => callAccount(CONNECTIONS.connection, { id }),
    // Its client may have used it since.
    staleTime: 0,
  });
}
