/** Buys the missing companies and kinds of a comparison, and never what is owned. */
import { ErrorNotice } from "@/components/feed/spend/error-notice";
import { useSpend } from "@/components/feed/spend/spend";
import { Banner } from "@/components/feed/states/banner";
import { PriceTag } from "@/components/ui/prices/price-tag";
import { ALL_KINDS, type IncludeName } from "@/lib/api/timeline-part";
import { useMeter } from "@/lib/client/meter";
import { useOffline } from "@/lib/client/online";
import { useTimelinesPrice } from "@/lib/client/timelines/timelines-price";
import { count, formatCount } from "@/lib/format/counts";
import { shortWords } from "@/lib/format/price";
import { buyTimelines } from "@/lib/queries/timelines";
import { Kinds } from "../kinds";
import type { Compared } from "./compared";

interface Props {
  companies: readonly Compared[];
  kinds: readonly IncludeName[];
  onKinds: (kinds: readonly IncludeName[]) => void;
}

export function ComparePurchase({ companies, kinds, onKinds }: Props) {
  const offline = useOffline();
  const { balance } = useMeter();
  const { dialog, spend } = useSpend();
  const pending = companies.filter(({ unpurchased }) => unpurchased.length > 0);
  // One request asks for the same kinds of all its companies.
  const missing = kinds.filter((kind) => pending.some(({ unpurchased }) => unpurchased.includes(kind)));
  const loading = companies.some(({ state }) => state.loading);
  const failure = pending.find(({ state }) => state.error !== undefined)?.state.error;
  // Being online again clears an error that was caused by a missing network, since nothing was sent.
  const error = failure?.code === "OFFLINE" && !offline ? undefined : failure;
  const skipped = pending.filter(({ state }) => state.outcome === "skipped");
  const ids = pending.map(({ id }) => id);
  const { price, shared } = useTimelinesPrice(pending, missing);
  const once = pending.some(({ state }) => state.quote?.newRecords !== undefined);
  const explained = once
    ? `1 credit for each company and event you don’t own yet${shared ? "; an event they share counts once" : ""}.`
    : "One request, 1 credit for each company and 1 for each event.";
  const disabled = offline || pending.length === 0;
  const purchased = companies.filter(({ holding }) => holding !== undefined).length;
  const action = `Load ${formatCount(pending.length, "timeline")}`;

  function load() {
    spend({ question: `${action}?`, action, price, buy: () => void buyTimelines(ids, missing) });
  }

  return (
    <div className="mt-5 print:hidden">
      <Kinds offered={ALL_KINDS} chosen={kinds} onChoose={onKinds} some inline />
      {error !== undefined && !loading && (
        <div className="mb-4">
          <ErrorNotice
            key={error.requestId ?? error.message}
            error={error}
            price={price}
            disabled={disabled}
            onRetry={load}
            stays={purchased > 0 ? "Owned rows stay available for free." : ""}
          />
        </div>
      )}
      {skipped.length > 0 && error === undefined && (
        <div className="mb-4">
          <Banner
            tone="warn"
            title={`You ran out of credits: ${formatCount(skipped.length, "company was", "companies were")} skipped`}
          >
            Nothing was charged for {skipped.length === 1 ? "it" : "them"}. The button below buys only what's missing.
          </Banner>
        </div>
      )}
      <div className="flex min-h-control flex-wrap items-center gap-x-3 gap-y-2">
        {pending.length > 0 && (
          <PriceTag primary price={price} busy={loading} disabled={disabled} onClick={load}>
            {loading ? "Loading" : action}
          </PriceTag>
        )}
        <p className="text-12 text-text-2" role="status">
          {loading
            ? "Loading timelines in one request."
            : (pending.length > 0 && shortWords(price, balance)) || formatOffer(pending.length, purchased, explained)}
        </p>
      </div>
      {dialog}
    </div>
  );
}

function formatOffer(pending: number, purchased: number, explained: string): string {
  if (pending === 0) return purchased === 0 ? "None of these is available." : "You already own all of these.";
  if (purchased === 0) return explained;
  return `One request for the missing timelines; you won't pay again for the ${count(purchased)} you own.`;
}
