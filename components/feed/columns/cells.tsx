"use client";

import type { CompanyRecord } from "@dealflow/client/records";
import { isUnresolved } from "@/components/feed/record/company";
import { useNow, useZone } from "@/components/shell/clock";
import { Flag } from "@/components/ui/flag";
import { age, cachedMark, cachedTime, exactTime, shortDate } from "@/lib/format/dates";
import { compactUsd, exactMinor, exactUsd } from "@/lib/format/money";

export function Missing() {
  return (
    <span className="cell-missing">
      <span aria-hidden="true">–</span>
      <span className="sr-only">not known</span>
    </span>
  );
}

/** Names and industries, the only texts that may be cut. */
export function TextCell({ text, strong = false }: { text: string | null | undefined; strong?: boolean }) {
  if (!text) return <Missing />;
  return (
    <span className={strong ? "cell-name" : "cell-text"} data-testid={strong ? "name" : undefined} title={text}>
      {text}
    </span>
  );
}

export interface Money {
  usd: number | null;
  originalCents: number | null;
  originalCurrency: string | null;
}

/** The amount whole, with the original one where it was in another currency; for hover and the sheet. */
export function exactAmount({ usd, originalCents, originalCurrency }: Money): string | undefined {
  const original =
    originalCents === null || originalCurrency === null || originalCurrency === "USD"
      ? undefined
      : exactMinor(originalCents, originalCurrency);
  return [usd === null ? undefined : exactUsd(usd), original].filter(Boolean).join(", ") || undefined;
}

export function AmountCell(money: Money) {
  const exact = exactAmount(money);
  if (money.usd === null)
    return (
      <span className="cell-undisclosed" title={exact}>
        undisclosed
      </span>
    );
  return (
    <span className="cell-amount" title={exact}>
      {compactUsd(money.usd)}
    </span>
  );
}

/** Flag and code; where the table is wide, flag and name. */
export function CountryCell({ country }: { country: CompanyRecord["hqCountry"] | undefined }) {
  const code = country?.code;
  if (!code) return <Missing />;
  const name = country?.name ?? code;
  return (
    <>
      <Flag code={code} />
      <span className="cell-code" title={name}>
        {code}
      </span>
      <span className="cell-country">{name}</span>
    </>
  );
}

/** The industry, or that the company is not resolved, which is why there is none. */
export function IndustryCell({ company }: { company: CompanyRecord | null }) {
  if (isUnresolved(company)) return <span className="cell-unresolved">unresolved company</span>;
  return <TextCell text={company?.industryGroup} />;
}

export function DateCell({ iso }: { iso: string | null }) {
  const now = useNow();
  if (iso === null) return <Missing />;
  return (
    <span className="cell-date" title={exactTime(iso)}>
      <time dateTime={iso}>{shortDate(iso, now)}</time>
      <span className="cell-age">{age(iso, now)}</span>
    </span>
  );
}

/** A tick and when the record was fetched: the mark of what is owned. */
export function PurchasedCell({ heldAt }: { heldAt: string }) {
  const now = useNow();
  const zone = useZone();
  const at = new Date(heldAt);
  return (
    <span className="cell-owned" title={`Owned, as of ${cachedTime(at, zone)}`}>
      <span className="sr-only">owned, as of </span>
      {cachedMark(at, now, zone)}
    </span>
  );
}
