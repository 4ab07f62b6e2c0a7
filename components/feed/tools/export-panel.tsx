import type { BulkPurchase } from "@dealflow/contract/account/spending/bulk-purchases";
import { FEEDS } from "@dealflow/contract/feeds";
import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { PriceTag, WRAPPED } from "@/components/ui/prices/price-tag";
import { Segmented } from "@/components/ui/segmented";
import { exportFile } from "@/lib/client/export/export-file";
import { type ExportPlan, type Format, fileName } from "@/lib/client/export/facts";
import { useFeedView, useTotal, useViewSummary } from "@/lib/client/feed-view";
import { useMeter } from "@/lib/client/meter";
import { matcher } from "@/lib/filters/predicate";
import { count, credits, formatCount } from "@/lib/format/counts";
import { exactPrice, FREE } from "@/lib/format/price";
import { isRunning, useBulkPurchase } from "@/lib/queries/bulk-purchases";
import { useShownRows } from "../rows/use-feed-rows";
import { useSpend } from "../spend/spend";
import type { PanelProps } from "./bar-tools";

const FORMATS: readonly { value: Format; title: string }[] = [
  { value: "csv", title: "CSV" },
  { value: "xlsx", title: "Excel" },
  { value: "json", title: "JSON" },
  { value: "parquet", title: "Parquet" },
];

const FIELDS = [
  { value: "columns", title: "Columns in view" },
  { value: "all", title: "Every field" },
] as const;

const FACTS: Readonly<Record<Format, string>> = {
  csv: "",
  xlsx: "Filters, date and credits are on a second sheet.",
  json: "Filters, date and credits are in meta.",
  parquet: "Filters, date and credits are in the metadata of the file.",
};

/** Returns the ids of the visible columns of the table, in their order; all of them where it shows cards. */
export function columnsInView(all: readonly { readonly id: string }[]): readonly string[] {
  const heads = document.querySelectorAll<HTMLElement>('[data-table] [role="columnheader"][data-column]');
  const seen = [...heads].filter((head) => head.getClientRects().length > 0);
  return seen.length === 0 ? all.map(({ id }) => id) : seen.flatMap((head) => head.dataset.column ?? []);
}

/** Saves the loaded rows of the view, or the selected ones, as a file. */
export function ExportPanel({ close }: PanelProps) {
  const view = useFeedView();
  const {
    feed,
    query,
    canonical,
    rows: revealed,
    hasMore,
    isFull,
    ownedOnly,
    hasPreviews,
    creditsInView,
    loadOwned,
  } = view;
  const { kind, selection } = useShownRows();
  const total = useTotal();
  const summary = useViewSummary(view);
  // The band of a preview may match where its exact amount does not, which its reveal shows.
  const loaded = useMemo(() => {
    const matches = matcher(FEEDS[feed], query);
    return revealed.filter(({ record }) => matches(record) !== false);
  }, [revealed, feed, query]);
  const selected = useMemo(() => revealed.filter(({ key }) => selection.keys.has(key)), [revealed, selection]);
  // Selected rows are exported by default.
  const [onlySelected, setOnlySelected] = useState(true);
  const rows = onlySelected && selected.length > 0 ? selected : loaded;
  /** The rest is loaded before the file is written. */
  const all = rows === loaded && (hasMore || isFull) ? loadOwned : undefined;
  /** Owned rows that match are counted whether or not they are loaded. */
  const owned = summary?.owned ?? (ownedOnly ? total : undefined) ?? loaded.length;
  const number = all === undefined ? rows.length : owned;
  const [format, setFormat] = useState<Format>("csv");
  const [fields, setFields] = useState<(typeof FIELDS)[number]["value"]>("columns");
  const [factLines, setFactLines] = useState(false);
  const [state, setState] = useState<"idle" | "writing" | { error: string }>("idle");
  const { path, title } = FEEDS[feed];

  const facts = (written: number, credits = 0): ExportPlan["facts"] => ({
    feed: title,
    request: canonical === "" ? path : `${path}?${canonical}`,
    filters: [...new URLSearchParams(canonical)],
    rows: written,
    matching: total ?? null,
    creditsInView: creditsInView + credits,
    credits,
    exportedAt: new Date().toISOString(),
  });

  async function write(load = all, credits?: number) {
    setState("writing");
    try {
      const written = load === undefined ? rows : await load();
      const plan: ExportPlan = {
        format,
        feed,
        columns: fields === "all" ? undefined : columnsInView(kind.columns),
        factLines,
        facts: facts(written.length, credits),
      };
      await exportFile(plan, written);
      close();
    } catch (error) {
      setState({ error: `The file could not be written: ${error instanceof Error ? error.message : String(error)}` });
    }
  }

  const more = total === undefined ? 0 : total - owned;
  return (
    <div className="flex w-108 max-w-full flex-col gap-3 p-3">
      <h2 className="font-semibold">Export</h2>
      <p className="text-12 text-text-2">
        {rows === selected ? `Exports ${formatCount(number, "selected record")}.` : ownedWords(owned)}
        {rows === loaded && more > 0 && ` ${count(more)} more match.`}
        {rows === loaded &&
          loaded.length < revealed.length &&
          ` Left out: ${formatCount(revealed.length - loaded.length, "revealed row")} outside of the filters.`}
      </p>
      <Segmented label="Format" options={FORMATS} value={format} onChange={setFormat} />
      {selected.length > 0 && (
        <label className="flex min-h-6 cursor-pointer items-center gap-2 text-12">
          <Checkbox checked={onlySelected} onChange={(event) => setOnlySelected(event.target.checked)} />
          Selected rows only
        </label>
      )}
      <Segmented label="Fields" options={FIELDS} value={fields} onChange={setFields} />
      {format === "csv" && (
        <label className="flex min-h-6 cursor-pointer items-center gap-2 text-12">
          <Checkbox checked={factLines} onChange={(event) => setFactLines(event.target.checked)} />
          Include filters and cost as # comments
        </label>
      )}
      <p className="break-words text-12 text-text-2">
        {FACTS[format]} Saved as <span className="text-text-1">{fileName({ format, feed, facts: facts(number) })}</span>
      </p>
      <FormProblem of={{ problem: typeof state === "object" ? state.error : undefined }} />
      <PriceTag
        primary
        // Enter exports immediately, also where the palette opened the panel and the focus was on no control.
        autoFocus
        className="self-start"
        price={FREE}
        disabled={number === 0 || state === "writing"}
        onClick={() => void write()}
      >
        {state === "writing" ? "Writing" : `Export ${formatCount(number, rows === selected ? "selected row" : "row")}`}
      </PriceTag>
      {hasPreviews && summary !== undefined && rows === loaded && (
        <BuyRest rest={more} disabled={state === "writing"} onBought={(credits) => void write(loadOwned, credits)} />
      )}
    </div>
  );
}

function ownedWords(records: number): string {
  return records === 0 ? "You own none of these records." : `Exports the ${formatCount(records, "record")} you own.`;
}

interface RestProps {
  /** This many records match and are not owned. */
  rest: number;
  disabled: boolean;
  /** Gets the credits of the purchase once all of it is bought. */
  onBought: (credits: number) => void;
}

/** Buys what matches and is not owned at one price that is shown first; then the file is written. */
function BuyRest({ rest, disabled, onBought }: RestProps) {
  const { feed, canonical, offline } = useFeedView();
  const { purchase, isOtherRunning, isChanging, error, start, stop } = useBulkPurchase(feed, canonical, onBought);
  const { dialog, spend } = useSpend();
  const { sessionLeft } = useMeter();
  const price = { ...exactPrice(rest), sessionLeft };
  const running = purchase !== undefined && isRunning(purchase) ? purchase : undefined;
  const ended = purchase === running ? undefined : endWords(purchase);
  const message = error?.message ?? (isOtherRunning ? "A purchase of another view is running." : ended);

  const action = `Buy ${rest === 1 ? "the other record" : `the other ${count(rest)}`} and export`;
  return (
    <>
      {message !== undefined && (
        <p role="status" className="text-12 text-text-2">
          {message}
        </p>
      )}
      {(rest > 0 || running) && (
        <div className="flex flex-wrap gap-2">
          <PriceTag
            // On phones the price goes below the action when both do not fit into one line.
            className={`${WRAPPED} in-data-touch:flex-wrap in-data-touch:*:min-h-row-touch in-data-touch:*:grow`}
            price={price}
            disabled={offline || isOtherRunning || (disabled && !running)}
            busy={running !== undefined || isChanging}
            {...(running && { progress: progressWords(running) })}
            onClick={() =>
              spend({
                question: `Buy ${formatCount(rest, "record")} and export them?`,
                action,
                price,
                buy: () => start(rest),
              })
            }
          >
            {running ? "Buying" : action}
          </PriceTag>
          {running && (
            <Button disabled={isChanging || running.state === "stopping"} onClick={stop}>
              Stop
            </Button>
          )}
        </div>
      )}
      {running && <p className="text-12 text-text-2">It goes on when you close this panel or leave the page.</p>}
      {dialog}
    </>
  );
}

function progressWords({ agreed, credits: used }: BulkPurchase): string {
  return `${count(used)} of ${credits(agreed)}`;
}

/** Returns undefined when all of it was bought. */
function endWords(purchase: BulkPurchase | undefined): string | undefined {
  if (purchase === undefined || purchase.state === "done") return undefined;
  const { problem, agreed, credits: used } = purchase;
  return `${problem ?? "Stopped."} ${count(used)} of ${count(agreed)} ${used === 1 ? "is" : "are"} bought and kept, for ${credits(used)}; buying again goes on with the rest.`;
}
