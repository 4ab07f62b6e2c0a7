/** Loads the timelines of watched companies a batch at a time, or opens them side by side. */
import { BATCH } from "@dealflow/contract/timeline";
import { ErrorNotice } from "@/components/feed/spend/error-notice";
import { useSpend } from "@/components/feed/spend/spend";
import { Banner } from "@/components/feed/states/banner";
import { Link } from "@/components/ui/link";
import { PRICE_LABEL, PriceTag, priceTagVariants, priceVariants } from "@/components/ui/prices/price-tag";
import { ALL_KINDS } from "@/lib/api/timeline-part";
import { useMeter } from "@/lib/client/meter";
import { useOffline } from "@/lib/client/online";
import { compareAddress } from "@/lib/client/timelines/addresses";
import { useTimelinesPrice } from "@/lib/client/timelines/timelines-price";
import { count, formatCount } from "@/lib/format/counts";
import { shortWords } from "@/lib/format/price";
import { loadBatch, needsPurchase, stopBatch, useBatchRun } from "@/lib/queries/timeline-batch";
import { type CompanyStates, stateIn } from "@/lib/queries/timelines";

interface Props {
  ids: readonly string[];
  states: CompanyStates;
}

export function Batches({ ids, states }: Props) {
  const starts = Array.from({ length: Math.ceil(ids.length / BATCH.max) }, (_, at) => at * BATCH.max);
  return (
    <section className="mb-3 grid gap-2 text-12/5" aria-label="Timelines">
      {starts.map((from) => (
        <Batch
          key={from}
          from={from}
          alone={starts.length === 1}
          ids={ids.slice(from, from + BATCH.max)}
          states={states}
        />
      ))}
    </section>
  );
}

function Batch({ ids, states, from, alone }: Props & { from: number; alone: boolean }) {
  const offline = useOffline();
  const run = useBatchRun();
  const { balance } = useMeter();
  const { dialog, spend } = useSpend();
  const pending = ids.map((id) => ({ id, state: stateIn(states, id) })).filter(({ state }) => needsPurchase(state));
  const error = pending.find(({ state }) => state.error !== undefined)?.state.error;
  const skipped = pending.filter(({ state }) => state.outcome === "skipped").length;
  const { price } = useTimelinesPrice(pending, ALL_KINDS);
  const own = run?.ids[0] === ids[0] ? run : undefined;
  const which = alone ? "" : ` of ${count(from + 1)} to ${count(from + ids.length)}`;
  const action = `Load ${formatCount(pending.length, "timeline")}${which}`;
  const disabled = offline || run !== undefined;

  const load = () => spend({ question: `${action}?`, action, price, buy: () => void loadBatch(ids) });

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {own === undefined && pending.length > 0 && (
        <PriceTag price={price} disabled={disabled} onClick={load}>
          {action}
        </PriceTag>
      )}
      {own !== undefined && (
        <PriceTag
          price={price}
          progress={`${count(own.done)} of ${formatCount(own.total, "timeline")}`}
          disabled={own.stopping}
          onClick={stopBatch}
        >
          {own.stopping ? "Stopping" : "Stop"}
        </PriceTag>
      )}
      <Link href={compareAddress(ids)} className={priceTagVariants({ variant: "secondary" })}>
        <span className={PRICE_LABEL}>{alone ? "Compare all" : `Compare ${from + 1} to ${from + ids.length}`}</span>{" "}
        <span className={priceVariants({ variant: "secondary" })}>0 credits to open</span>
      </Link>
      <p role="status" className="text-text-2">
        {own === undefined &&
          (pending.length === 0 ? `The timelines${which} are owned, 0 credits.` : shortWords(price, balance))}
      </p>
      {error !== undefined && own === undefined && (
        <div className="flex-[1_0_100%]">
          <ErrorNotice
            key={error.requestId ?? error.message}
            error={error}
            price={price}
            disabled={disabled}
            onRetry={load}
            stays="What is owned stays readable, 0 credits."
          />
        </div>
      )}
      {skipped > 0 && error === undefined && own === undefined && (
        <div className="flex-[1_0_100%]">
          <Banner
            tone="warn"
            title={`The credits ran out: ${formatCount(skipped, "company was", "companies were")} skipped`}
          >
            Nothing was charged for {skipped === 1 ? "it" : "them"}, nor for those after {skipped === 1 ? "it" : "them"}
            .
          </Banner>
        </div>
      )}
      {dialog}
    </div>
  );
}
