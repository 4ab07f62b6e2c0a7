/**
 * Timeline requests (interface, GET and POST timeline) are described as plain data: selectors, kinds of event, batch.
 */
import { FEEDS } from "./feeds";
import type { ManyFilter } from "./filters";

export const TIMELINE_PATH = `${FEEDS.companies.path}/timeline`;
/** The name is `meta.endpoint` of its responses, and its name in the ledger. */
export const TIMELINE_ENDPOINT = "companies.timeline";
/** Agents have one tool for one company, and one for up to 25 companies in one call. */
export const TIMELINE_TOOL = "company_timeline";
export const TIMELINES_TOOL = "company_timelines";

/** A selector identifies a company by a parameter of the query or a field of a batch item. */
export interface Selector {
  readonly param: "id" | "domain" | "name" | "socialUrl";
  /** `profile` is the URL of a profile on the professional network, or the bare handle. */
  readonly form: "id" | "domain" | "name" | "profile";
  readonly label: string;
  readonly help: string;
}

/** A company is identified by exactly one of these. */
export const SELECTORS = [
  { param: "id", form: "id", label: "Company id", help: "Entity-resolved company id." },
  {
    param: "domain",
    form: "domain",
    label: "Domain",
    help: "Domain of the company; a URL is reduced to its domain.",
  },
  {
    param: "name",
    form: "name",
    label: "Name",
    help: "Exact name, ignoring case and legal form; if several companies match, the most prominent one is used.",
  },
  {
    param: "socialUrl",
    form: "profile",
    label: "Profile",
    help: "URL of the company's profile on the professional network, or its bare handle.",
  },
] as const satisfies readonly Selector[];

/** All kinds of event are included by default. */
export const INCLUDE = {
  kind: "many",
  param: "include",
  list: "timelineIncludes",
  unknown: false,
  commas: true,
  label: "Include",
  help: "Event kinds to include; all of them by default. Each returned event costs one credit.",
  facts: [],
} as const satisfies ManyFilter;

/** A batch's body has its items in this field. */
export const BATCH_FIELD = "companies";
export const BATCH = { min: 1, max: 25 } as const;
