"use client";
/** Shows how fresh and how complete the records of each source of imports are. */
import type { ImportQuality } from "@dealflow/contract/account/imports/import-quality";
import { RECORD_KIND_TITLES, RECORD_KINDS } from "@dealflow/contract/account/imports/record-kinds";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SimpleTable } from "@/components/data-table/simple-table";
import { Page } from "@/components/shell/page";
import { SectionTitle } from "@/components/shell/section";
import { When } from "@/components/shell/when";
import { TextLink } from "@/components/ui/link";
import { Segmented } from "@/components/ui/segmented";
import { formatCount } from "@/lib/format/counts";
import { qualityQuery } from "@/lib/queries/imports";
import { FIGURES, fillColumns, freshnessColumns } from "./quality-columns";

const KINDS = RECORD_KINDS.map((value) => ({ value, title: RECORD_KIND_TITLES[value] }));

export function QualityPage() {
  const { data } = useSuspenseQuery(qualityQuery());
  const { quality, isCounting } = data;
  return (
    <Page
      title="Freshness and quality"
      aside="Lag, fill and revisions of the records of each source"
      tools={<TextLink href="/imports">All imports</TextLink>}
    >
      {isCounting && (
        <p role="status" className="mb-4 text-text-2">
          {quality === null ? "Records are being counted." : "Records are being counted again."}
        </p>
      )}
      {quality !== null && <Figures of={quality} />}
    </Page>
  );
}

function Figures({ of: { at, kinds } }: { of: ImportQuality }) {
  const filled = kinds.find(({ sources }) => sources.length > 0);
  const [kind, setKind] = useState(filled?.kind ?? RECORD_KINDS[0]);
  if (filled === undefined)
    return (
      <p className="text-text-2">
        Nothing has been imported yet, and demo data has no source. <TextLink href="/imports">Import a file</TextLink>
      </p>
    );
  const sources = kinds.find((one) => one.kind === kind)?.sources ?? [];
  const title = RECORD_KIND_TITLES[kind].toLowerCase();
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Segmented
          label="Kind"
          options={KINDS}
          value={kind}
          onChange={setKind}
          className="min-w-0 max-w-full overflow-x-auto whitespace-nowrap"
        />
        <p className="text-12 text-text-2">
          {formatCount(sources.length, "source")}, counted <When at={at} />
        </p>
      </div>
      {sources.length === 0 ? (
        <p className="text-text-2">No source states {title}.</p>
      ) : (
        <>
          <section aria-label="Freshness">
            <SectionTitle
              className="mb-2"
              aside={`how early each source states ${title}, and how often it changes them`}
            >
              Freshness
            </SectionTitle>
            <SimpleTable
              caption={`Freshness of ${title} by source`}
              stacked="panel"
              rows={sources}
              rowId={({ source }) => source}
              columns={freshnessColumns(kind)}
            />
          </section>
          <section className="mt-6" aria-label="Fill">
            <SectionTitle className="mb-2" aside={`share of ${title} with a value, by any source`}>
              Fill
            </SectionTitle>
            <SimpleTable
              caption={`Fill of ${title} by source`}
              stacked="panel"
              rows={sources}
              rowId={({ source }) => source}
              columns={fillColumns(kind)}
            />
          </section>
          <section className="mt-6" aria-label="What the figures mean">
            <h2 className="mb-2 font-semibold">What the figures mean</h2>
            <dl className="grid max-w-[920px] grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-12 text-text-2 max-tablet:grid-cols-1">
              {FIGURES.filter(({ events }) => !events || sources.some(({ lag }) => lag !== null)).map((figure) => (
                <div key={figure.title} className="contents">
                  <dt className="font-medium text-text-1">{figure.title}</dt>
                  <dd>{figure.help}</dd>
                </div>
              ))}
            </dl>
          </section>
        </>
      )}
    </>
  );
}
