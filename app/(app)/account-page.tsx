import type { AccountEndpoint } from "@dealflow/contract/account/endpoint";
import type { ListPage } from "@dealflow/contract/account/lists";
import { dehydrate, HydrationBoundary, type QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type * as z from "zod/mini";
import { PageProblem } from "@/components/shell/page-problem";
import { accountListQuery, listSearch } from "@/lib/queries/account";
import { getQueryClient } from "@/lib/queries/client";
import { AccountDataError, readAccountData, requireAccountPages } from "@/lib/server/pages/account-data";

interface Props {
  /** Reads what the page shows into the cache. */
  load: (client: QueryClient) => Promise<unknown>;
  /** Frames the reason where no layout does. */
  frame?: (problem: ReactNode) => ReactNode;
  children: ReactNode;
}

/** Renders a page with its data in the query cache, or the reason why they could not be read. */
export async function AccountPage({ load, frame = (problem) => problem, children }: Props) {
  await requireAccountPages();
  const client = getQueryClient();
  try {
    await load(client);
  } catch (error) {
    if (error instanceof AccountDataError) return frame(<PageProblem problem={error.message} />);
    throw error;
  }
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}

type ListEndpoint<Item> = AccountEndpoint & {
  readonly request?: never;
  readonly response: z.ZodMiniType<ListPage<Item>>;
};

/** Reads the first page of a list. */
export function loadList<Item extends { readonly id: string }>(client: QueryClient, endpoint: ListEndpoint<Item>) {
  return client.fetchInfiniteQuery({
    ...accountListQuery(endpoint),
    queryFn: () => readAccountData<ListEndpoint<Item>>(endpoint, { search: listSearch(null) }),
  });
}
