"use client";
/** Shows the owned rounds of one investor. Opening the page never buys. */

import { FEEDS } from "@dealflow/contract/feeds";
import { INVESTOR_TYPES } from "@dealflow/contract/values/organisations";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useMemo } from "react";
import { listedTitle } from "@/components/feed/record/company";
import { PageName } from "@/components/feed/record/page-parts";
import { PlaceLine } from "@/components/feed/sheet/company-fields";
import { SHEET_BOX } from "@/components/feed/sheet/sheet-row";
import { Page } from "@/components/shell/page";
import { Button, buttonVariants } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Link } from "@/components/ui/link";
import { useOpenRecord } from "@/lib/client/address";
import { investorPath, type NamedInvestor } from "@/lib/client/timelines/addresses";
import { buildAddress } from "@/lib/filters/address";
import { PAGES } from "@/lib/filters/pages";
import { formatCount } from "@/lib/format/counts";
import { ownedInvestorQuery, usePaysOnce } from "@/lib/queries/owned";
import { createPortfolio } from "./portfolio";
import { PortfolioView } from "./portfolio-view";

const LazyRoundSheet = lazyComponent(async () => (await import("./round-sheet")).RoundSheet);

interface Props {
  investor: NamedInvestor;
  /** The query of the address has its parameters in order of name. */
  search: string;
  note: string | undefined;
}

export function InvestorPage({ investor, search, note }: Props) {
  const id = investor.id ?? "";
  // Only a foreign host has investors without an id, and nothing of them is owned.
  const enabled = usePaysOnce() && investor.id !== null;
  const { data: owned, error, refetch } = useQuery({ ...ownedInvestorQuery(id), enabled });
  const portfolio = useMemo(() => createPortfolio(id, owned?.rounds ?? [], owned?.investor?.record), [id, owned]);
  const opened = useOpenRecord(investorPath(investor), search);
  const { rounds, investor: record } = portfolio;
  const name = portfolio.name ?? investor.name ?? undefined;
  const total = owned?.total ?? 0;
  const read = owned !== undefined || !enabled;
  return (
    <div className="relative grid h-full grid-cols-[minmax(0,1fr)_auto]">
      <Page title={FEEDS.investors.title} note={note}>
        <div className="@container">
          <header className="min-h-7">
            <div className="flex min-h-7 flex-wrap items-center gap-x-3">
              {(read || name !== undefined) && <PageName>{name ?? "Investor not found"}</PageName>}
              {record?.type && <p className="text-12 text-text-2">{listedTitle(INVESTOR_TYPES, record.type)}</p>}
            </div>
            {record && <PlaceLine country={record.hqCountry} domain={record.domain} />}
          </header>
          {error !== null && (
            <p role="alert" className="mt-1 text-bad-text">
              {error.message} <Button onClick={() => void refetch()}>Try again</Button>
            </p>
          )}
          {read && (
            <>
              <p className="mt-1 max-w-measure text-text-2" data-testid="coverage">
                {name === undefined
                  ? "No record you own names an investor with this id. Nothing was charged."
                  : total === 0
                    ? "None of the funding rounds you own names this investor."
                    : `Based on the ${formatCount(total, "funding round")} you own with this investor. There may be more.`}
              </p>
              {rounds.length > 0 && <PortfolioView portfolio={portfolio} opened={opened} />}
              <LoadMore name={name} known={record !== undefined} />
            </>
          )}
        </div>
      </Page>
      {opened.open !== undefined && read && (
        <Suspense fallback={<div className={SHEET_BOX} />}>
          <LazyRoundSheet rounds={rounds} opened={opened} />
        </Suspense>
      )}
    </div>
  );
}

/** Explains how more rounds can be loaded, and at which price: the interface has no filter by investor. */
function LoadMore({ name, known }: { name: string | undefined; known: boolean }) {
  return (
    <section className="mt-6 border-t border-line-strong pt-4" aria-labelledby="investor-more">
      <h3 id="investor-more" className="font-semibold">
        Load more
      </h3>
      <p className="max-w-measure text-text-2">
        Rounds can’t be filtered by investor. Load more funding rounds, and those this investor joined appear here.
      </p>
      <p className="mt-3 flex flex-wrap gap-2">
        <Link href={PAGES.funding} className={buttonVariants()}>
          Open funding
        </Link>
        {!known && name !== undefined && (
          <Link href={buildAddress(FEEDS.investors, { search: name })} className={buttonVariants()}>
            Find in investors
          </Link>
        )}
      </p>
    </section>
  );
}
