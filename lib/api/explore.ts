/** Rows of a feed as people explore them: what the workspace owns in full, everything else as far as previews show it. */
import { type FeedRecord, readRecord } from "@dealflow/client/records";
import { isObject, list, number, text, word } from "@dealflow/client/tolerant-reader";
import { FEEDS, type Feed, type FeedName, LIMIT } from "@dealflow/contract/feeds";
import type { Filter } from "@dealflow/contract/filters";

/** What the row of a record that was not bought knows beside its listed values. */
export interface RowPreview {
  /** Names the record when it is bought. */
  readonly reference: string;
  /** The band of the amount: `maxUsd` null in the highest one. */
  readonly amount: { readonly minUsd: number; readonly maxUsd: number | null } | null;
  readonly sources: number;
  /** The number of investors of a round. */
  readonly investors?: number;
  /** Present for a company or an investor. */
  readonly hasDomain?: boolean;
  /** The record holds when the company was founded, or that this is not known. */
  readonly hasFounded?: true;
}

/** Which rows are listed: all that match, or those of them that the workspace owns. */
export type RowScope = "all" | "owned";

/** The request that bought a record, and the view that it was bought in. */
export interface Receipt {
  readonly requestId: string | null;
  /** The dashboard's address of the view in which it is shown. */
  readonly view: string;
}

export interface ExploreRow<F extends FeedName = FeedName> {
  /** The record's id, of a preview its reference; of a record without an id its place. */
  readonly key: string;
  /** Of a preview: its day, listed values and the names of countries; every other field is null or empty. */
  readonly record: FeedRecord<F>;
  /** When it was bought, an ISO timestamp; empty for a preview. */
  readonly purchasedAt: string;
  readonly receipt: Receipt;
  /** Absent for a record that is owned. */
  readonly preview?: RowPreview;
  /** Of a row that was a preview when it came: the row's place in the document stays its own. */
  readonly slot?: string;
}

export interface ExplorePage {
  readonly rows: readonly ExploreRow[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
  readonly total?: number;
  /** The page behind these rows, which has to be bought before it is seen; hosts with previews have none. */
  readonly next?: { readonly cursor: string | null; readonly limit: number };
  /** The first page says how many credits this session used in the view. */
  readonly creditsInView?: number;
}

/** @param from the cursor of its page, for a record without an id */
export function rowKey({ id }: { readonly id?: string | null }, from: string, index: number): string {
  return id || `${from}:${index}`;
}

const values = list(word);

const COUNTRY_CODE = /^[A-Z]{2}$/;
/** The names of the interface (CLDR 48), without its list. */
const COUNTRY_NAMES = new Intl.DisplayNames(["en"], { type: "region" });

/**
 * Undefined when it is not a response of the endpoint.
 *
 * @param view the dashboard's address of the view
 * @param cursor of the page; null: the first one
 */
export function readExplorePage(
  feed: FeedName,
  view: string,
  response: unknown,
  cursor: string | null = null,
): ExplorePage | undefined {
  if (!isObject(response) || !Array.isArray(response.rows) || !isObject(response.pagination)) return undefined;
  const receipt = { requestId: null, view };
  const nextCursor = text(response.pagination.nextCursor) || null;
  const total = number(response.pagination.total);
  const creditsInView = number(response.creditsInView);
  return {
    rows: response.rows.flatMap((row: unknown, index): ExploreRow[] => {
      if (!isObject(row)) return [];
      if (isObject(row.preview)) return previewRow(feed, row.preview, receipt);
      const record = readRecord(feed, row.record);
      if (record === null) return [];
      return [
        {
          key: rowKey(record, cursor ?? "", index),
          record,
          purchasedAt: text(row.purchasedAt) ?? "",
          receipt: { ...receipt, requestId: text(row.requestId) },
        },
      ];
    }),
    hasMore: nextCursor !== null && response.pagination.hasMore !== false,
    nextCursor,
    ...(total === null ? {} : { total }),
    ...(creditsInView === null ? {} : { creditsInView }),
    ...(isObject(response.next)
      ? { next: { cursor: text(response.next.cursor), limit: number(response.next.limit) ?? LIMIT.default } }
      : {}),
  };
}

function previewRow(
  feed: FeedName,
  preview: Readonly<Record<string, unknown>>,
  receipt: ExploreRow["receipt"],
): ExploreRow[] {
  const reference = text(preview.reference);
  const record = readRecord(feed, recordOf(FEEDS[feed], preview));
  if (!reference || record === null) return [];
  const amount = isObject(preview.amount) ? preview.amount : {};
  const minUsd = number(amount.minUsd);
  const investors = number(preview.investors);
  return [
    {
      key: reference,
      slot: reference,
      record,
      purchasedAt: "",
      receipt,
      preview: {
        reference,
        amount: minUsd === null ? null : { minUsd, maxUsd: number(amount.maxUsd) },
        sources: number(preview.sources) ?? 0,
        ...(investors === null ? {} : { investors }),
        ...(typeof preview.hasDomain === "boolean" ? { hasDomain: preview.hasDomain } : {}),
        ...(preview.foundedYear === undefined ? {} : { hasFounded: true }),
      },
    },
  ];
}

/** Where the filters find them, the values of a preview. */
function recordOf({ filters }: Feed, preview: Readonly<Record<string, unknown>>): unknown {
  const record = {};
  if (typeof preview.foundedYear === "number") setFact(record, "foundedYear", preview.foundedYear);
  for (const filter of filters) {
    const [path] = filter.facts;
    if (path === undefined) continue;
    if (filter.kind === "dates") setFact(record, path, preview.date);
    if (!("param" in filter)) continue;
    setValues(record, filter, path, preview.facets);
    const other = filter.facts.find((fact) => fact.startsWith("acquirer."));
    if (other !== undefined) setValues(record, filter, other, preview.acquirer);
  }
  return record;
}

/** @param facets listed values by parameter */
function setValues(record: object, filter: Filter & { param: string }, path: string, facets: unknown): void {
  const given = isObject(facets) ? values(facets[filter.param]) : [];
  const [first] = given;
  if (first === undefined) return;
  if ("list" in filter && filter.list === "countries" && COUNTRY_CODE.test(first))
    setFact(record, path.replace(/code$/, "name"), COUNTRY_NAMES.of(first));
  if (filter.kind === "many") setFact(record, path, path.endsWith("verticals") ? given : first);
  else if (filter.kind === "one" || filter.kind === "tree") setFact(record, path, first);
  else if (filter.kind === "flag" && filter.either) setFact(record, path, first === "true");
}

function setFact(record: object, path: string, value: unknown): void {
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  let at: object = record;
  for (const key of keys) {
    const next: unknown = Reflect.get(at, key);
    const inner = isObject(next) ? next : {};
    Reflect.set(at, key, inner);
    at = inner;
  }
  Reflect.set(at, last, value);
}
