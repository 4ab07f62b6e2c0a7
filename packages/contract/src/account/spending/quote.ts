/**
 * Prices of company timelines are known before they are bought from counts of events by kind, from our own service
 * only. `quote` takes the selectors of one timeline in its query; `quotes` takes the body of a batch.
 */
import * as z from "zod/mini";
import { BATCH_FIELD } from "../../timeline";
import { accountEndpoints } from "../endpoint";
import { readonlyList } from "../schemas";

/** Events are counted by the values of `include`. */
const eventCounts = z.object({ funding: z.number(), acquisitions: z.number(), exec_moves: z.number() });
export type EventCounts = z.infer<typeof eventCounts>;

/** Records that the workspace has not purchased are counted by kind, each once. */
const newRecords = z.object({
  companies: z.number(),
  funding: z.number(),
  acquisitions: z.number(),
  exec_moves: z.number(),
});
export type NewRecords = z.infer<typeof newRecords>;

/** A timeline costs one credit for the company and one for each event; nothing when the company is not found. */
const companyQuote = z.object({
  found: z.boolean(),
  /** The name is present when the workspace owns it or looked it up by name; by a former one, that is there too. */
  company: z.nullable(
    z.object({ id: z.string(), name: z.nullable(z.string()), formerName: z.exactOptional(z.string()) }),
  ),
  counts: eventCounts,
  /** The new records are the price where records are paid for once; otherwise every record is paid for. */
  newRecords: z.optional(newRecords),
  /** The person may look up this many more companies today that are not owned. */
  lookupsLeft: z.number(),
});
export type CompanyQuote = z.infer<typeof companyQuote>;

/** Each item has one of the selectors of a timeline. The public batch checks their values. */
const selector = z.object({
  id: z.exactOptional(z.string()),
  domain: z.exactOptional(z.string()),
  name: z.exactOptional(z.string()),
  socialUrl: z.exactOptional(z.string()),
});

export const QUOTE_ENDPOINTS = accountEndpoints({
  quote: { path: "/quote", response: companyQuote },
  quotes: {
    method: "POST",
    path: "/quotes",
    request: z.object({ [BATCH_FIELD]: readonlyList(selector) }),
    /** There is one quote per item, in the order of the items. */
    response: z.object({
      quotes: readonlyList(companyQuote),
      /** The total counts an event of several of the companies once. */
      newRecords: z.optional(newRecords),
    }),
  },
});
