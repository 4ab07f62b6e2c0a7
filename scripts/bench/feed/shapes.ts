/** Defines the shapes of request by which the service is measured. */
import { FEEDS, type FeedName } from "@dealflow/contract/feeds";
import { LISTS } from "@dealflow/contract/values/lists";
import { LONG, RARE } from "../harness/feed-data";

export interface FeedShape {
  readonly kind: "feed";
  readonly name: string;
  readonly feed: FeedName;
  /** Queries are requested in turn. */
  readonly queries: readonly string[];
  /** Pages begin at these shares of the feed's depth; without any, at its first record. */
  readonly depths: readonly number[];
}

export interface TimelineShape {
  readonly kind: "timeline";
  readonly name: string;
  /** One request has this many companies; 1 requests the longest timeline there is. */
  readonly companies: number;
}

export type Shape = FeedShape | TimelineShape;

/** Pages are different and spread over the whole feed. */
const EVERYWHERE = Array.from({ length: 2_000 }, (_, index) => index / 2_000);

function feed(name: string, queries: readonly string[], depths: readonly number[] = []): FeedShape {
  return { kind: "feed", name, feed: "funding", queries, depths };
}

function of(name: FeedName, shape: FeedShape): FeedShape {
  return { ...shape, feed: name, name: `${FEEDS[name].title.toLowerCase()}: ${shape.name}` };
}

/** Returns one query for each value of a list. */
function each(parameter: string, list: readonly { readonly value: string }[], more = ""): string[] {
  return list.map(({ value }) => `${new URLSearchParams({ [parameter]: value })}${more}`);
}

const COMMON = "round=seed&round=series-a&countries=US&countries=GB&countries=DE";
const TOTAL = "includeTotal=true";

export const SHAPES: readonly Shape[] = [
  feed("newest", [""]),
  feed("at 90 % of the depth", [""], [0.9]),
  feed("another page each time", [""], EVERYWHERE),
  feed("by round", each("round", LISTS.rounds)),
  feed("by country", each("countries", LISTS.countries)),
  feed("by industry", each("industryGroups", LISTS.industries)),
  feed("by NAICS code", each("naicsCode", LISTS.naics)),
  feed("by vertical", each("verticals", LISTS.verticals)),
  feed("by size", each("employeeBuckets", LISTS.employeeBuckets)),
  feed(
    "by amount",
    [1, 5, 20, 100, 400].map((million) => `minAmountUsd=${million}000000`),
  ),
  feed(
    "by period",
    [2018, 2020, 2022, 2024].map((year) => `since=${year}-01-01&until=${year}-03-31`),
  ),
  feed("resolved only", ["enrichedOnly=true"]),
  feed("2 rounds, 3 countries, from $5m", [`${COMMON}&minAmountUsd=5000000`]),
  feed("rare, 3 matches", [`round=${RARE.round}&countries=${RARE.country}`]),
  of("execMoves", feed("departures of founders", ["moveType=departure&roleSeniority=founder"])),
  of("companies", feed("by country and size", ["countries=DE&employeeBuckets=51-200"])),
  of("companies", feed("prominent, raised over $10m", ["sort=prominence&minRaisedLast12mUsd=10000000"])),
  of("investors", feed("by type and country", ["type=vc&country=US"])),
  of("companies", feed("search for a common word", ["search=platform"])),
  of("companies", feed("search for two words", ["search=payments%20software"])),
  of("companies", feed("search for a word of few", ["search=velvet"])),
  of("companies", feed("search for a word of none", ["search=xylophonist"])),
  of("companies", feed("search for a word of two letters", ["search=of"])),
  feed("with the total", [TOTAL]),
  feed("total by round and country", [`${COMMON}&${TOTAL}`]),
  feed("total by vertical and NAICS", [`verticals=ai&naicsCode=51&${TOTAL}`]),
  feed("total by amount", [`minAmountUsd=5000000&${TOTAL}`]),
  feed("total by period and round", [`since=2020-01-01&until=2024-12-31&round=seed&${TOTAL}`]),
  { kind: "timeline", name: `timeline of ${LONG.rounds} events`, companies: 1 },
  { kind: "timeline", name: "batch of 25", companies: 25 },
];
