/** One MCP connection with its use and its latest calls. Free. */

import { CONNECTIONS } from "@dealflow/contract/account-connections";
import { queryOptions } from "@tanstack/react-query";
import { requestAccount } from "@/lib/client/request-account";
import { asSentence } from "@/lib/client/sentence";

export function connectionQuery(id: string) {
  return queryOptions({
    queryKey: ["account", CONNECTIONS.connection.path, id],
    queryFn: async () => {
      const reply = await requestAccount(CONNECTIONS.connection, { id });
      if (!reply.ok) throw new Error(asSentence(reply.message));
      return reply.value;
    },
    // Its client may have used it since.
    staleTime: 0,
  });
}
