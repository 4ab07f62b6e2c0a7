/** Describes every endpoint: its response, cost, parameters and statuses. */
import { type Cost, ENDPOINTS, type Endpoint } from "@dealflow/contract/endpoints";
import { FEEDS } from "@dealflow/contract/feeds";
import { EVENTS_AVAILABLE_HEADER } from "@dealflow/contract/headers";
import { BATCH } from "@dealflow/contract/timeline";
import { type BodyField, batchFields } from "./batch-body";
import { feedParameters, type Parameter, timelineParameters } from "./parameters";

export type EndpointId = keyof typeof ENDPOINTS;

export interface DescribedEndpoint {
  readonly id: EndpointId;
  readonly endpoint: Endpoint;
  readonly operationId: string;
  readonly tag: Tag;
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  readonly cost: string;
  /** The number is in credits per charged item. */
  readonly credits: Readonly<Record<string, number>>;
  readonly parameters: readonly Parameter[];
  /** These are the fields of the JSON body, or undefined when there is none. */
  readonly body: readonly BodyField[] | undefined;
  readonly success: string;
  readonly statuses: readonly number[];
}

export const TAGS = {
  Events: "Funding rounds, acquisitions and executive moves, newest announcement first.",
  Directory: "Companies and investors, in an order you can resume from where you stopped.",
  Timelines: `Everything known about one company, or about up to ${BATCH.max} at once.`,
} as const;

type Tag = keyof typeof TAGS;

type EndpointText = Pick<DescribedEndpoint, "operationId" | "tag" | "title" | "summary" | "description" | "success">;

const COSTS: Readonly<Record<Cost, Pick<DescribedEndpoint, "cost" | "credits">>> = {
  record: { cost: "One credit for each returned record; an empty page costs nothing.", credits: { record: 1 } },
  timeline: {
    cost: "One credit for the company and one for each returned event; nothing when no company matches.",
    credits: { company: 1, event: 1 },
  },
};

const ENDPOINT_TEXTS: Readonly<Record<EndpointId, EndpointText>> = {
  funding: {
    operationId: "listFundingEvents",
    tag: "Events",
    title: "Funding rounds",
    summary: "List funding rounds, newest announcement first",
    description:
      "Rounds whose company could not be resolved are included unless `enrichedOnly` is true: their company has a name and little else.",
    success: "A page of funding rounds.",
  },
  acquisitions: {
    operationId: "listAcquisitions",
    tag: "Events",
    title: "Acquisitions",
    summary: "List acquisitions and mergers, newest announcement first",
    description:
      "Countries and industry groups match the target or the acquirer; NAICS codes and verticals match the target.",
    success: "A page of acquisitions and mergers.",
  },
  execMoves: {
    operationId: "listExecMoves",
    tag: "Events",
    title: "Executive moves",
    summary: "List appointments, promotions, departures and transitions, newest announcement first",
    description:
      "`company` is where the person acts or, for a departure, the company they leave; `fromCompany` is where they come from.",
    success: "A page of executive moves.",
  },
  companies: {
    operationId: "listCompanies",
    tag: "Directory",
    title: "Companies",
    summary: "Search and filter the company directory",
    description:
      "In the default order (`sort=recent`, ascending by update) `nextCursor` is always a string: once you have read everything, keep it and come back with it to get what was created or updated since. `sort=prominence` ranks by recent funding, acquisitions and known people, highest first unless `sortDirection=asc`; a cursor keeps the ranks of the night it was created in; one older than the two latest nights is rejected with 400.",
    success: "A page of companies.",
  },
  investors: {
    operationId: "listInvestors",
    tag: "Directory",
    title: "Investors",
    summary: "Search and filter the investor directory",
    description: "Ascending by update.",
    success: "A page of investors.",
  },
  timeline: {
    operationId: "getCompanyTimeline",
    tag: "Timelines",
    title: "Timeline of a company",
    summary: "Get one company with its investors and events, oldest first",
    description: `If the credits do not cover everything, the response contains the company and the newest events that fit, and the header ${EVENTS_AVAILABLE_HEADER} says how many there are.`,
    success: "The timeline of the company.",
  },
  timelines: {
    operationId: "getCompanyTimelines",
    tag: "Timelines",
    title: "Timelines of several companies",
    summary: `Get the timelines of up to ${BATCH.max} companies, in the order of the request`,
    description:
      "The response is a bare array without an envelope, one item per requested company. `status` is `served`, `not_found` (costs nothing) or `skipped`: a company whose complete timeline the credits do not cover is skipped, and so is every company after it. `cost` is in credits. A company requested twice is served and charged twice.",
    success: "One item for each requested company, in the same order.",
  },
};

export const DESCRIBED: readonly DescribedEndpoint[] = (Object.keys(ENDPOINTS) as EndpointId[]).map(describe);

export function allowedMethods(path: string): string[] {
  return DESCRIBED.filter(({ endpoint }) => endpoint.path === path).map(({ endpoint }) => endpoint.method);
}

function describe(id: EndpointId): DescribedEndpoint {
  const endpoint: Endpoint = ENDPOINTS[id];
  return {
    id,
    endpoint,
    ...ENDPOINT_TEXTS[id],
    ...COSTS[endpoint.cost],
    parameters:
      endpoint.feed !== undefined
        ? feedParameters(FEEDS[endpoint.feed])
        : endpoint.method === "GET"
          ? timelineParameters()
          : [],
    body: endpoint.body === undefined ? undefined : batchFields(),
    statuses: Object.keys(endpoint.responses).map(Number),
  };
}
