/**
 * Lists the parts of a timeline that are not bought yet, each kind with its price, with the one button that buys
 * them.
 */
import type { CompanyQuote } from "@dealflow/contract/account/spending/quote";
import { useState } from "react";
import { Heading } from "@/components/feed/record/page-parts";
import { useSpend } from "@/components/feed/spend/spend";
import { PriceTag } from "@/components/ui/prices/price-tag";
import { timelinePrice } from "@/lib/api/quote";
import { ALL_KINDS, type IncludeName } from "@/lib/api/timeline-part";
import { useHost } from "@/lib/client/host";
import { useMeter } from "@/lib/client/meter";
import { useOffline } from "@/lib/client/online";
import { count, credits } from "@/lib/format/counts";
import { type Price, priceText, shortWords } from "@/lib/format/price";
import { buyTimeline, type CompanyState } from "@/lib/queries/timelines";
import { INCLUDE_KINDS, Kinds } from "./kinds";

interface Props {
  id: string;
  name: string;
  state: CompanyState;
  offered: readonly IncludeName[];
  first: readonly IncludeName[];
}

export const PURCHASE_ID = "company-purchase";

export function PurchaseBox({ id, name, state, offered, first }: Props) {
  const { own } = useHost();
  const { balance } = useMeter();
  const offline = useOffline();
  const { dialog, spend } = useSpend();
  const [chosen, setChosen] = useState(() => {
    const kindsToLoad = offered.filter((kind) => first.includes(kind));
    return kindsToLoad.length === 0 ? offered : kindsToLoad;
  });
  const { quote, loading } = state;
  const price = timelinePrice(state, chosen);
  const rest = offered.length < ALL_KINDS.length;
  const action = rest ? "Load these events" : "Load timeline";

  function buy() {
    void buyTimeline(id, chosen, "buy");
  }

  return (
    <section
      className="border-line-strong print:hidden [&:not(:first-child)]:border-t [&:not(:first-child)]:pt-4"
      data-testid="purchase-box"
      aria-labelledby={PURCHASE_ID}
    >
      <Heading id={PURCHASE_ID}>{rest ? "You don’t own these events yet" : "You don’t own this timeline yet"}</Heading>
      <p className="max-w-measure text-text-2">
        {quote?.newRecords === undefined
          ? "1 credit for the company and 1 for each event of the kinds you choose."
          : "1 credit for the company and each event you don’t own yet."}
        {!own && " This host doesn't say how many events there are."}
      </p>
      <div className="mt-4 grid justify-between gap-x-10 gap-y-4 @[560px]:grid-cols-[repeat(2,minmax(0,280px))]">
        <Kinds offered={offered} chosen={chosen} onChoose={setChosen} />
        <div className="@[560px]:row-span-2">
          <Prices price={price} quote={quote} chosen={chosen} offered={offered} balance={balance} />
        </div>
        <div>
          <PriceTag
            primary
            price={price}
            busy={loading}
            disabled={offline || chosen.length === 0}
            onClick={() => spend({ question: `Load the timeline of ${name}?`, action, price, buy })}
          >
            {loading ? "Loading" : action}
          </PriceTag>
          <p className="mt-2 text-12 text-text-2">
            {chosen.length === 0
              ? "Choose a kind of event."
              : (shortWords(price, balance) ?? "Nothing is charged if no company matches.")}
          </p>
        </div>
      </div>
      {dialog}
    </section>
  );
}

interface PricesProps {
  price: Price | undefined;
  quote: CompanyQuote | undefined;
  chosen: readonly IncludeName[];
  offered: readonly IncludeName[];
  balance: number | null;
}

/** Renders one line for each part of the price. */
function Prices({ price, quote, chosen, offered, balance }: PricesProps) {
  const after = price?.credits === undefined || balance === null ? undefined : balance - price.credits;
  return (
    <dl
      className="*:flex *:h-7 *:items-center *:justify-between *:whitespace-nowrap [&_dt]:text-12 [&_dt]:text-text-2"
      data-testid="company-prices"
    >
      <div>
        <dt>Company</dt>
        <dd>{price && partText(1, quote?.newRecords?.companies)}</dd>
      </div>
      {offered.map((kind) => (
        <div key={kind}>
          <dt>{INCLUDE_KINDS[kind].title}</dt>
          <dd className={chosen.includes(kind) ? undefined : "text-text-3 line-through"}>
            {quote === undefined ? price && "1 credit each" : partText(quote.counts[kind], quote.newRecords?.[kind])}
          </dd>
        </div>
      ))}
      <div className="border-t border-line font-semibold">
        <dt>Total</dt>
        <dd>{price && priceText(price, null)}</dd>
      </div>
      <div>
        <dt>Balance after</dt>
        <dd>{after === undefined ? price && "unknown" : after < 0 ? `${count(-after)} too few` : count(after)}</dd>
      </div>
    </dl>
  );
}

/**
 * Writes the price of records of one kind.
 * @param fresh the number that is not owned; all of them by default
 */
function partText(records: number, fresh = records): string {
  if (records === 0) return "none";
  return fresh === 0 ? "owned" : credits(fresh);
}
