"use client";
/** Compares companies. Opening the page never buys; one request buys the timelines that are not owned yet. */

import { BATCH } from "@dealflow/contract/timeline";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { Heading, PageName } from "@/components/feed/record/page-parts";
import { Banner } from "@/components/feed/states/banner";
import { Page } from "@/components/shell/page";
import { TextLink } from "@/components/ui/link";
import type { CompanyInitial } from "@/lib/api/timeline-part";
import { pushAddress, useSearch } from "@/lib/client/address";
import { COMPARE_PAGE, compareAddress, comparedIn } from "@/lib/client/timelines/addresses";
import { setCompareList, useCompareList } from "@/lib/client/timelines/compare-list";
import { count, formatCount } from "@/lib/format/counts";
import { useOwnedCompanyNames } from "@/lib/queries/owned/owned";
import { useCompanies } from "@/lib/queries/timelines";
import { CopyTimelinesAs } from "../copy-as";
import { LookUpBox } from "../look-up/look-up-box";
import { ComparePurchase } from "./compare-purchase";
import { CompareTable } from "./compare-table";
import { comparedCompany, createLanes } from "./compared";

const LazyLanes = dynamic(async () => (await import("@/components/charts/lanes")).Lanes, { ssr: false });

interface Props {
  search: string;
  initial: readonly CompanyInitial[];
}

export function ComparePage({ search: initialCompanies, initial }: Props) {
  const search = useSearch(COMPARE_PAGE, initialCompanies);
  const { ids, kinds, leftOut } = useMemo(() => comparedIn(new URLSearchParams(search)), [search]);
  const states = useCompanies(initial, ids);
  const known = useOwnedCompanyNames(ids);
  const companies = useMemo(() => {
    const names = new Map(known.map(({ id, name }) => [id, name]));
    return ids.map((id) => comparedCompany(states, id, kinds, names.get(id)));
  }, [states, ids, kinds, known]);
  const list = useCompareList();
  const router = useRouter();
  const [full, setFull] = useState(false);

  function show(next: readonly string[]) {
    setCompareList(next);
    setFull(false);
    pushAddress(compareAddress(next, kinds));
  }

  function add(id: string) {
    if (ids.includes(id)) return;
    if (ids.length >= BATCH.max) setFull(true);
    else show([...ids, id]);
  }

  const lanes = companies.flatMap(createLanes);
  return (
    <Page
      title="Compare"
      aside={formatCount(ids.length, "company", "companies")}
      tools={ids.length > 0 && <CopyTimelinesAs ids={ids} kinds={kinds} />}
    >
      {leftOut.length > 0 && (
        <div className="mb-4">
          <Banner tone="warn" title="Parts of this link were ignored">
            <ul>
              {leftOut.map((sentence, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same may be said twice
                <li key={index} className="break-words">
                  {sentence}
                </li>
              ))}
            </ul>
          </Banner>
        </div>
      )}
      <LookUpBox key={ids.join()} action="Add" kinds={kinds} onFound={add} />
      {full && <p className="mt-2 font-medium">You can compare up to {BATCH.max} companies. Remove one first.</p>}
      {ids.length === 0 ? (
        <div className="py-6">
          <PageName>Nothing to compare yet</PageName>
          <p className="mt-1.5 text-text-2">
            Add a company here, or press “Add to compare” on a company’s page. Both are free.
          </p>
          {list.length > 0 && (
            <p className="mt-3">
              <TextLink href={compareAddress(list, kinds)}>
                Compare the {formatCount(list.length, "company", "companies")} that you added
              </TextLink>
            </p>
          )}
        </div>
      ) : (
        <>
          <ComparePurchase
            companies={companies}
            kinds={kinds}
            onKinds={(next) => pushAddress(compareAddress(ids, next))}
          />
          <section aria-labelledby="compare-lanes" className="mt-6">
            <Heading
              id="compare-lanes"
              level={2}
              caption={
                lanes.length === companies.length
                  ? "larger marks are larger amounts"
                  : `${count(lanes.length)} of ${formatCount(companies.length, "company", "companies")} bought`
              }
            >
              Timelines
            </Heading>
            {lanes.some(({ events }) => events.length > 0) && (
              <div className="@container mt-2">
                {/* A lane is 32 px high, and 46 where its name stands above it. */}
                <div
                  className="h-[calc(var(--lanes)*46px+28px)] @[560px]:h-[calc(var(--lanes)*32px+28px)]"
                  style={{ ["--lanes" as string]: lanes.length }}
                >
                  <LazyLanes lanes={lanes} onOpen={(href) => router.push(href)} />
                </div>
              </div>
            )}
          </section>
          <CompareTable
            companies={companies}
            kinds={kinds}
            onRemove={(id) => show(ids.filter((other) => other !== id))}
          />
        </>
      )}
    </Page>
  );
}
