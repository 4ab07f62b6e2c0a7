/** Serializes a query as the API reads it: repeated keys, plain digits. The API reports invalid values, for free. */
import type {
  AcquisitionQuery,
  CompanyQuery,
  ExecMoveQuery,
  FundingQuery,
  InvestorQuery,
} from "@dealflow/contract/feed-filters";
import type { FEEDS, FeedName } from "@dealflow/contract/feeds";
import type { QueryOf } from "@dealflow/contract/filters";

interface Queries {
  readonly funding: FundingQuery;
  readonly acquisitions: AcquisitionQuery;
  readonly execMoves: ExecMoveQuery;
  readonly companies: CompanyQuery & QueryOf<typeof FEEDS.companies.order>;
  readonly investors: InvestorQuery;
}

/** A feed's query holds its filters and its order by parameter name. */
export type FeedQuery<F extends FeedName> = {
  readonly [P in keyof Queries[F]]: Queries[F][P] extends string[] | undefined
    ? readonly string[] | undefined
    : Queries[F][P];
};

/**
 * Unknown parameters are written too: the API rejects them, while a filter that is dropped here would cost credits. An
 * empty list is left out.
 */
export function queryText(query: object): string {
  const search = new URLSearchParams();
  const given: [string, unknown][] = Object.entries(query);
  for (const [name, value] of given)
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) search.append(name, typeof item === "number" ? plain(item) : String(item));
  return search.toString();
}

/** The API does not read exponents, so the number has none. */
function plain(value: number): string {
  return value.toLocaleString("en-US", { useGrouping: false, maximumFractionDigits: 20 });
}
