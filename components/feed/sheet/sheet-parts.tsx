/** Provides the parts of sheets and of the pages of companies and investors. */
import type { SourceRecord } from "@dealflow/client/records";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { type ReactNode, use } from "react";
import { Missing } from "@/components/feed/columns/cells";
import { displayHost, ExternalLink, externalUrl } from "@/components/feed/record/external-link";
import { useNow, useZone } from "@/components/shell/clock";
import { Initials } from "@/components/ui/marks/initials";
import { PriceTag } from "@/components/ui/prices/price-tag";
import { useOffline } from "@/lib/client/online";
import { cn } from "@/lib/cn";
import { cachedMark, cachedTime } from "@/lib/format/dates";
import { FREE } from "@/lib/format/price";
import { refetchQuery } from "@/lib/queries/client";
import { replaceRows } from "@/lib/queries/feed";
import { ownedRecordQuery, usePaysOnce } from "@/lib/queries/owned/owned";
import { type PurchasedRow, SheetRow } from "./sheet-row";

export function Section({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className="border-line py-2.5 [&:not(:first-child)]:border-t">
      {title && <h3 className="mb-1 text-11 text-text-2">{title}</h3>}
      {children}
    </section>
  );
}

/** Fields are `narrow` in a side column. */
export function Fields({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) {
  return (
    <dl
      className={cn(
        "*:grid",
        narrow ? "*:grid-cols-[88px_minmax(0,1fr)] *:py-0.5" : "*:grid-cols-[112px_minmax(0,1fr)] *:py-px",
      )}
    >
      {children}
    </dl>
  );
}

/** Shows one label and its value; an unknown value is an en dash. */
export function Field({ label, children }: { label: string; children: ReactNode }) {
  const missing = children === null || children === undefined || children === "" || children === false;
  return (
    <div>
      <dt className="text-12 leading-[var(--lead-13)] text-text-2">{label}</dt>{" "}
      <dd className="min-w-0 wrap-anywhere">{missing ? <Missing /> : children}</dd>
    </div>
  );
}

export function Id({ text }: { text: string }) {
  return <code className="break-all font-mono text-11 tracking-[-0.02em]">{text}</code>;
}

interface LeadProps {
  name: ReactNode;
  /** The initials of this organisation stand before the name. */
  organisation?: string | null | undefined;
  /** The star stands next to the name. */
  star?: ReactNode;
  /** The children are the lines below the name. */
  children?: ReactNode;
  purchasedAt: string;
}

/** Shows the head of a sheet: name, role, and since when the record is owned. */
export function Lead({ name, organisation, star, children, purchasedAt }: LeadProps) {
  return (
    <div className="pb-2.5">
      <div className="flex items-start gap-2">
        {organisation && <Initials name={organisation} />}
        <p className="min-w-0 flex-1 text-20 font-semibold tracking-tight wrap-anywhere" data-testid="sheet-name">
          {name}
        </p>
        {star}
      </div>
      {children}
      <PurchasedLine purchasedAt={purchasedAt} />
    </div>
  );
}

export function Line({ children }: { children: ReactNode }) {
  return <p className="mt-1.5 flex flex-wrap items-center gap-x-1.5 text-12 text-text-2">{children}</p>;
}

interface WhatProps {
  figure?: { readonly text: string; readonly title: string | undefined };
  children?: ReactNode;
  when: string | false | null;
}

export function What({ figure, children, when }: WhatProps) {
  return (
    <p className="mt-3 flex flex-wrap items-baseline gap-x-2">
      {figure && (
        <span className="text-20 font-semibold tracking-tight" title={figure.title}>
          {figure.text}
        </span>
      )}
      {children}
      <span className="ml-auto text-12 text-text-2">{when}</span>
    </p>
  );
}

function PurchasedLine({ purchasedAt }: { purchasedAt: string }) {
  const now = useNow();
  const zone = useZone();
  const row = use(SheetRow);
  const at = new Date(purchasedAt);
  return (
    <div className="mt-1 flex min-h-control flex-wrap items-center justify-between gap-x-3 gap-y-1 text-12 text-text-2">
      <p className="flex items-center gap-1.5" title={cachedTime(at, zone)}>
        <Check size={14} strokeWidth={2.25} />
        Owned as of {cachedMark(at, now, zone)}
      </p>
      {row !== undefined && <RefreshRecord key={row.key} row={row} />}
    </div>
  );
}

/** Lists the articles in which the record was read. */
export function Sources({ sources }: { sources: readonly SourceRecord[] }) {
  return (
    <Section title={sources.length === 0 ? "Sources" : `Sources, ${sources.length}`}>
      {sources.length === 0 ? (
        <p className="text-text-2">None</p>
      ) : (
        <ul>
          {sources.map((source, index) => (
            <li
              key={`${source.url} ${String(index)}`}
              className="flex flex-wrap items-baseline gap-x-2 py-0.5 wrap-anywhere"
            >
              <SourceLink source={source} />
              {source.title && <span className="text-12 text-text-2">{source.title}</span>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

export function SourceLink({ source }: { source: SourceRecord }) {
  const url = externalUrl(source.url);
  return <ExternalLink href={source.url}>{source.outlet || (url && displayHost(url))}</ExternalLink>;
}

/** Fetches the current version of one owned record, which is free where records are paid for once. */
function RefreshRecord({ row: { key, feed } }: { row: PurchasedRow }) {
  const client = useQueryClient();
  const offline = useOffline();
  const paysOnce = usePaysOnce();
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: async () => {
      const row = await refetchQuery(client, ownedRecordQuery(feed, key));
      if (row !== null) await replaceRows(client, feed, new Map([[key, row]]));
      return row;
    },
  });
  if (!paysOnce) return null;
  const message =
    error !== null
      ? `Not refreshed: ${error.message}`
      : data === null
        ? "This record is no longer in the feed. You still own this version."
        : undefined;
  return (
    <>
      <PriceTag price={FREE} busy={isPending} disabled={offline} onClick={() => mutate()}>
        Refresh
      </PriceTag>
      <p
        role="status"
        className={message === undefined ? "sr-only" : "basis-full text-text-1"}
        data-testid={message === undefined ? undefined : "refresh-message"}
      >
        {message}
      </p>
    </>
  );
}
