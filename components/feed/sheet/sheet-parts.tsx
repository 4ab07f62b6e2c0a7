"use client";

import type { SourceRecord } from "@dealflow/client/records";
import { Check } from "lucide-react";
import { type ReactNode, use } from "react";
import { ExternalLink } from "@/components/feed/record/external-link";
import { externalUrl, hostOf } from "@/components/feed/record/external-url";
import { useNow, useZone } from "@/components/shell/clock";
import { cachedMark, cachedTime, daysBetween, exactTime, span } from "@/lib/format/dates";
import { exactMinor } from "@/lib/format/money";
import { ReceiptLine } from "./receipt-line";
import { RefreshRecord } from "./refresh-record";
import { SheetRow } from "./sheet-row";

export function Section({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className="sheet-section">
      {title && <h3 className="sheet-title">{title}</h3>}
      {children}
    </section>
  );
}

export function Fields({ children }: { children: ReactNode }) {
  return <dl className="sheet-fields">{children}</dl>;
}

/** An amount in the currency in which it was announced, which is named where its sign does not. @param minor in its smallest unit */
export function OriginalAmount({ minor, code }: { minor: number; code: string }) {
  const text = exactMinor(minor, code);
  return (
    <>
      {text} {!text.includes(code) && <span className="text-text-3">{code}</span>}
    </>
  );
}

/** One label and its value; a value that is not known is an en dash. */
export function Field({ label, children }: { label: string; children: ReactNode }) {
  const missing = children === null || children === undefined || children === "" || children === false;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {missing ? (
          <span className="cell-missing">
            <span aria-hidden="true">–</span>
            <span className="sr-only">not known</span>
          </span>
        ) : (
          children
        )}
      </dd>
    </div>
  );
}

export function Id({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return <code className="break-all font-mono text-11 tracking-[-0.02em]">{text}</code>;
}

/** When the record was fetched, by what, and for what it can be fetched again. */
export function PurchasedLine({ heldAt }: { heldAt: string }) {
  const now = useNow();
  const zone = useZone();
  const row = use(SheetRow);
  const at = new Date(heldAt);
  return (
    <>
      <div className="sheet-owned">
        <p title={cachedTime(at, zone)}>
          <Check size={14} strokeWidth={2.25} />
          Owned, as of {cachedMark(at, now, zone)}
        </p>
        {row !== undefined && <RefreshRecord key={row.key} id={row.key} />}
      </div>
      {row !== undefined && <ReceiptLine key={row.receipt.requestId} receipt={row.receipt} />}
    </>
  );
}

/** A moment, and how much later it was than the announcement. */
export function Later({ iso, than }: { iso: string | null; than: string | null }) {
  if (iso === null) return null;
  const days = than === null ? undefined : daysBetween(than, iso);
  return (
    <>
      {exactTime(iso)}
      {days !== undefined && days !== 0 && (
        <span className="text-text-3">
          {" "}
          {span(days)} {days > 0 ? "later" : "before"}
        </span>
      )}
    </>
  );
}

/** Where the record was read. */
export function Sources({ sources }: { sources: readonly SourceRecord[] }) {
  return (
    <Section title={sources.length === 0 ? "Sources" : `Sources, ${sources.length}`}>
      {sources.length === 0 ? (
        <p className="text-text-2">None given</p>
      ) : (
        <ul className="sheet-sources">
          {sources.map((source, index) => {
            const url = externalUrl(source.url);
            return (
              <li key={`${source.url} ${String(index)}`}>
                <ExternalLink href={source.url}>{source.outlet || (url && hostOf(url))}</ExternalLink>
                {source.title && <span className="text-12 text-text-2">{source.title}</span>}
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
