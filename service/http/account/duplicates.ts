/** Lets operators decide which records are one (below /account/v1/duplicates). */
import {
  DUPLICATE_STATE_PARAM,
  DUPLICATE_STATES,
  DUPLICATES,
  MOST_DUPLICATES,
} from "@dealflow/contract/account/duplicates";
import { ImportError } from "@/service/ingest/imports/imports";
import { mergeByHand } from "@/service/ingest/merge/merge";
import { decideByRule, decideDuplicate, listDuplicates, undoDecision } from "@/service/ingest/merge/review";
import { ApiError } from "../api-error";
import { type AccountHandlers, parseBody, respond } from "./request-input";

export const DUPLICATE_HANDLERS = {
  duplicates:
    ({ pools }) =>
    async (c) => {
      const given = c.req.query(DUPLICATE_STATE_PARAM) ?? "open";
      const state = DUPLICATE_STATES.find((one) => one === given);
      if (state === undefined)
        throw new ApiError("INVALID_INPUT", `${DUPLICATE_STATE_PARAM} must be open, later or decided`);
      return respond(c, DUPLICATES.duplicates, await listDuplicates(pools.main, { state, limit: MOST_DUPLICATES }));
    },
  decideDuplicate:
    ({ pools }) =>
    async (c) => {
      const { verdict } = await parseBody(c, DUPLICATES.decideDuplicate);
      const decision = { verdict, person: c.get("viewer").personId, now: new Date() };
      await withConflicts(decideDuplicate(pools.jobs, parseNumber(c.req.param("id")), decision));
      return c.body(null, 204);
    },
  undoDuplicate:
    ({ pools }) =>
    async (c) => {
      await withConflicts(undoDecision(pools.jobs, parseNumber(c.req.param("id")), new Date()));
      return c.body(null, 204);
    },
  decideDuplicates:
    ({ pools }) =>
    async (c) => {
      const { rule, minScore, verdict } = await parseBody(c, DUPLICATES.decideDuplicates);
      const decision = { verdict, person: c.get("viewer").personId, now: new Date() };
      const decided = await decideByRule(pools.jobs, { rule, minScore }, decision);
      return respond(c, DUPLICATES.decideDuplicates, { decided });
    },
  mergeRecords:
    ({ pools }) =>
    async (c) => {
      const { one, other } = await parseBody(c, DUPLICATES.mergeRecords);
      const { id, into, title } = await withConflicts(mergeByHand(pools.jobs, [one, other], new Date()));
      return respond(c, DUPLICATES.mergeRecords, { importId: id, recordId: into, title });
    },
} satisfies AccountHandlers;

function parseNumber(text = ""): number {
  if (!/^\d{1,9}$/.test(text)) throw new ApiError("NOT_FOUND", "There is no such pair.");
  return Number(text);
}

async function withConflicts<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ImportError) throw new ApiError("CONFLICT", error.message);
    throw error;
  }
}
