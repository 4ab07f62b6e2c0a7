/** Creates the query cache of a document, which contains all server state in the browser. */
import { isObject } from "@dealflow/contract/query/syntax";
import { environmentManager, type FetchQueryOptions, QueryClient, type QueryKey } from "@tanstack/react-query";

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Queries that cost credits are never fetched automatically; free ones are invalidated by name.
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // A request that may buy fails immediately without a network, and is not sent later.
        networkMode: "always",
        // Comparing every loaded record with every page that comes is more work than drawing the rows.
        structuralSharing: false,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/** These options are for free queries: one that failed because there was no network is sent once there is one. */
export const WHEN_ONLINE = { networkMode: "online", refetchOnReconnect: true } as const;

/** An answer without the latest changes of a feed, which the service still reads, is requested again after this time (ms). */
export const CATCH_UP_MS = 2_000;

let browserClient: QueryClient | undefined;

/** Returns the one client of a document in a browser, and on the server a new one for each request. */
export function getQueryClient(): QueryClient {
  if (environmentManager.isServer()) return createQueryClient();
  browserClient ??= createQueryClient();
  return browserClient;
}

/**
 * Reads a query, also one without observers, when it may be fresh. A result that is merely too old would not be read again
 * after the clock of the device was set back.
 */
export async function refetchQuery<T, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<T, Error, T, Key>,
): Promise<T> {
  await client.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType: "none" });
  return client.fetchQuery(query);
}

/** Longer lists of rows are read again when they are opened (pages). */
const MOST_PAGES = 20;

/** Reads loaded rows of feeds again, which is free. */
export async function invalidateRows(client: QueryClient): Promise<void> {
  await client.invalidateQueries({
    queryKey: ["feed"],
    predicate: ({ state: { data } }) =>
      !isObject(data) || !Array.isArray(data.pages) || data.pages.length <= MOST_PAGES,
  });
}
