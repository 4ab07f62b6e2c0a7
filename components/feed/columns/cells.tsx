import type { CompanyRecord } from "@dealflow/client/records";
import type { Preview } from "@dealflow/contract/account/explore";
import { isUnresolved } from "@/components/feed/record/company";
import { useNow, useZone } from "@/components/shell/clock";
import { Flag } from "@/components/ui/marks/flag";
import { age, cachedMark, cachedTime, exactTime, shortDate } from "@/lib/format/dates";
import { bandUsd, compactMoney, exactMinor, exactUsd, type Money } from "@/lib/format/money";

export function Missing() {
  return (
    <span className="text-text-3" data-missing="">
      <span aria-hidden="true">–</span>
      <span className="sr-only">not known</span>
    </span>
  );
}

const STRONG =
  "truncate font-medium text-text-1 max-tablet:in-data-[card=title]:font-semibold max-tablet:in-data-[card=rest]:font-regular max-tablet:in-data-[card=rest]:text-inherit";

/** Only names and industries may be cut, at their end, which is at the left of a name that is written from the right. */
export function TextCell({ text, strong = false }: { text: string | null | undefined; strong?: boolean }) {
  if (!text) return <Missing />;
  return (
    <span dir="auto" className={strong ? STRONG : "truncate"} data-testid={strong ? "name" : undefined} title={text}>
      {text}
    </span>
  );
}

/** Writes the whole amount, with the original one where it was in another currency; for hover and the sheet. */
export function exactAmount({ usd, originalCents, originalCurrency }: Money): string | undefined {
  const original =
    originalCents === null || originalCurrency === null || originalCurrency === "USD"
      ? undefined
      : exactMinor(originalCents, originalCurrency);
  return [usd === null ? undefined : exactUsd(usd), original].filter(Boolean).join(", ") || undefined;
}

export function AmountCell(money: Money) {
  const exact = exactAmount(money);
  const amount = compactMoney(money);
  if (amount === undefined) return <span className="text-12 text-text-3">undisclosed</span>;
  return (
    <span className="text-text-1 max-tablet:text-15 max-tablet:font-semibold" title={exact}>
      {amount}
    </span>
  );
}

/** Shows the band of an amount that was not bought. */
export function BandCell({ amount, otherCurrency }: Pick<Preview, "amount" | "otherCurrency">) {
  if (amount === null)
    return <span className="text-12 text-text-3">{otherCurrency ? "other currency" : "undisclosed"}</span>;
  return <span className="max-tablet:text-15">{bandUsd(amount.minUsd, amount.maxUsd)}</span>;
}

/** Shows flag and code; where the cell is wide, flag and name. */
export function CountryCell({ country }: { country: CompanyRecord["hqCountry"] | undefined }) {
  const code = country?.code;
  if (!code) return <Missing />;
  const name = country?.name ?? code;
  return (
    <>
      <Flag code={code} />
      <span className="text-12 max-tablet:text-13 @min-[96px]/cell:hidden" title={name}>
        {code}
      </span>
      <span className="hidden truncate @min-[96px]/cell:inline">{name}</span>
    </>
  );
}

/** Marks a company that is not resolved. */
export const UNRESOLVED =
  "inline-block rounded-1 border border-dashed border-line-control px-[5px] text-11/[14px] text-text-2";

/** The mark is needed where no other column says it. */
export function UnresolvedMark({ company }: { company: CompanyRecord | null }) {
  if (!isUnresolved(company)) return null;
  return <span className={`${UNRESOLVED} flex-none max-tablet:hidden @min-[666px]/table:hidden`}>unresolved</span>;
}

/** Shows the industry, or that the company is not resolved, which is why there is none. */
export function IndustryCell({ company }: { company: CompanyRecord | null }) {
  if (isUnresolved(company)) return <span className={UNRESOLVED}>unresolved company</span>;
  return <TextCell text={company?.industryGroup} />;
}

const DAY_LENGTH = "YYYY-MM-DD".length;

export function DateCell({ iso }: { iso: string | null }) {
  const now = useNow();
  if (iso === null) return <Missing />;
  return (
    <span
      className="flex w-full items-baseline justify-between gap-1.5 text-text-1 max-tablet:justify-end max-tablet:text-text-2"
      // A day, a month and a year have no time.
      title={iso.length > DAY_LENGTH ? exactTime(iso) : undefined}
    >
      <time dateTime={iso}>{shortDate(iso, now)}</time>
      <span className="hidden text-12 text-text-2 @min-[92px]/cell:inline">{age(iso, now)}</span>
    </span>
  );
}

/** Shows a tick and when the record was fetched, which marks an owned record. */
export function PurchasedCell({ purchasedAt }: { purchasedAt: string }) {
  const now = useNow();
  const zone = useZone();
  const at = new Date(purchasedAt);
  return (
    // The tick is drawn inline, because a table has as many of them as rows.
    <span
      className="flex items-center gap-1 text-11 text-text-2 before:mx-[3px] before:-mt-0.5 before:h-2 before:w-1 before:flex-none before:rotate-45 before:border-r-[1.5px] before:border-b-[1.5px] before:content-[''] max-tablet:text-12"
      title={`Owned as of ${cachedTime(at, zone)}`}
    >
      <span className="sr-only">owned, as of </span>
      {cachedMark(at, now, zone)}
    </span>
  );
}
