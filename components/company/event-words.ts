/** Writes an event of a company's timeline from the company's side. */
import type { AcquisitionRecord, CompanyRecord, ExecMoveRecord, FundingRecord } from "@dealflow/client/records";
import { MOVE_TYPES, PAYMENT_TYPES, ROUNDS } from "@dealflow/contract/values/events";
import type { TimelineEvent } from "@/lib/api/timeline-part";
import { companyAddress, investorAddress } from "@/lib/client/timelines/addresses";
import { listedTitle } from "@/lib/format/listed-title";
import { compactMoney, dealMoney, exactMinor, roundMoney } from "@/lib/format/money";

/** A piece is text or a named company or investor; `href` is set where it has a page. */
export type Words = readonly (string | { readonly name: string; readonly href?: string })[];

interface EventWords {
  readonly kind: "funding" | "acquisition" | "exec_move" | undefined;
  /** The type is that of the round, deal or move. */
  readonly type: string;
  readonly what: Words;
  readonly aside: string | undefined;
}

export function describeEvent(event: TimelineEvent, companyId: string): EventWords {
  if (event.funding !== null) return fundingWords(event.funding);
  if (event.acquisition !== null) return dealWords(event.acquisition, companyId);
  if (event.execMove !== null) return moveWords(event.execMove, companyId);
  return { kind: undefined, type: event.kind ?? "Event", what: ["of an unknown kind"], aside: undefined };
}

export function roundTitle(round: string | null): string {
  return round === null ? "Round" : listedTitle(ROUNDS, round);
}

/** A line names at most this many investors and counts the others. */
const NAMED = 2;

function fundingWords(record: FundingRecord): EventWords {
  const { amountUsd, investors, amountOriginalCents: cents, amountOriginalCurrency: currency } = record;
  const amount = compactMoney(roundMoney(record));
  const named = investors.flatMap(({ id, name }) => (name ? [{ name, href: investorAddress({ id, name }) }] : []));
  const shown = named.slice(0, NAMED);
  const more = investors.length - shown.length;
  const from: Words = shown.flatMap(({ name, href }, index) => [
    index === 0 ? " from " : ", ",
    href === undefined ? { name } : { name, href },
  ]);
  return {
    kind: "funding",
    type: roundTitle(record.round),
    what: [
      amount === undefined ? "undisclosed amount" : { name: amount },
      ...from,
      ...(named.length > 0 && more > 0 ? [` +${more}`] : []),
    ],
    aside:
      amountUsd !== null && cents !== null && currency !== null && currency !== "USD"
        ? `${exactMinor(cents, currency)} stated`
        : undefined,
  };
}

function dealWords(record: AcquisitionRecord, companyId: string): EventWords {
  const buys = isCompany(record.acquirer, companyId);
  const other = buys ? record.target : record.acquirer;
  const { paymentType } = record;
  const paid =
    paymentType === null || paymentType === "undisclosed"
      ? ""
      : ` in ${listedTitle(PAYMENT_TYPES, paymentType).toLowerCase()}`;
  const price = compactMoney(dealMoney(record));
  const amount = price === undefined ? `, undisclosed amount${paid && `,${paid}`}` : `, ${price}${paid}`;
  const verb = record.isMerger ? "merges with " : buys ? "acquires " : "is acquired by ";
  return {
    kind: "acquisition",
    type: record.isMerger ? "Merger" : "Acquisition",
    what: [verb, party(other), amount],
    aside: other?.hqCountry?.name ?? undefined,
  };
}

function moveWords(record: ExecMoveRecord, companyId: string): EventWords {
  const { moveType, company, fromCompany } = record;
  const person = { name: record.person?.name ?? "Somebody" };
  const as = record.role === null ? "" : ` as ${record.role}`;
  const goes = !isCompany(company, companyId) && isCompany(fromCompany, companyId);
  // An appointment at another company, and a transition to it, is a departure from this one.
  const seen = goes ? "departure" : moveType;
  const type = seen === null ? "Move" : listedTitle(MOVE_TYPES, seen);
  const words = (what: Words, aside?: string): EventWords => ({ kind: "exec_move", type, what, aside });
  if (goes) return words([person, " leaves for ", party(company), as]);
  if (moveType === "departure") return words([person, ` leaves${as}`]);
  const from = fromCompany?.name && !isCompany(fromCompany, companyId) ? `from ${fromCompany.name}` : undefined;
  if (moveType === "promotion")
    return words([person, record.role === null ? " is promoted" : ` becomes ${record.role}`], from);
  if (moveType === "transition")
    return words([person, record.role === null ? " changes role" : ` moves to ${record.role}`], from);
  return words([person, ` joins${as}`], from);
}

function party(company: CompanyRecord | null): Words[number] {
  if (!company?.name) return "an unnamed company";
  return company.id ? { name: company.name, href: companyAddress(company.id.toLowerCase()) } : { name: company.name };
}

function isCompany(company: CompanyRecord | null, id: string): boolean {
  return company?.id?.toLowerCase() === id;
}

/** Joins the pieces to one text. */
export function plainWords({ what }: EventWords): string {
  return what.map((part) => (typeof part === "string" ? part : part.name)).join("");
}
