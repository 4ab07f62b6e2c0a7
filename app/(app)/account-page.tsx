import { dehydrate, HydrationBoundary, type QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Page } from "@/components/shell/page";
import { PageProblem } from "@/components/shell/page-problem";
import { provideServerCalls } from "@/lib/queries/account";
import { getQueryClient } from "@/lib/queries/client";
import { AccountDataError, readAccountData, requireAccountPages } from "@/lib/server/pages/account-data";

provideServerCalls(readAccountData);

interface Props {
  /** Reads what the page shows into the cache. */
  load: (client: QueryClient) => Promise<unknown>;
  /** The reason is framed by a page with this title, where no layout frames it. */
  title?: string;
  wide?: boolean;
  children: ReactNode;
}

/** Renders a page with its data in the query cache, or the reason why they could not be read. */
export async function AccountPage({ load, title, wide = false, children }: Props) {
  await requireAccountPages();
  const client = getQueryClient();
  try {
    await load(client);
  } catch (error) {
    if (!(error instanceof AccountDataError)) throw error;
    const problem = <PageProblem problem={error.message} canRetry={error.canRetry} />;
    if (title === undefined) return problem;
    return (
      <Page title={title} wide={wide}>
        {problem}
      </Page>
    );
  }
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}
