/** Lets operators decide which records are one (below /account/v1/duplicates). */
import {
  DUPLICATE_KIND_PARAM,
  DUPLICATE_KINDS,
  DUPLICATE_STATE_PARAM,
  DUPLICATE_STATES,
  DUPLICATES,
  MOST_DUPLICATES,
} from "@dealflow/contract/account/duplicates";
import { startedBy } from "@/service/ingest/imports/imports";
import { mergeByHand } from "@/service/ingest/merge/merge";
import { decideByRule, decideDuplicate, listDuplicates, undoDecision } from "@/service/ingest/merge/review";
import { ApiError } from "../api-error";
import { handleEach } from "./endpoint-handlers";
import { withImportErrors } from "./request-input";

export const DUPLICATE_HANDLERS = handleEach(DUPLICATES, {
  duplicates: ({ pools }, { c }) => {
    const given = c.req.query(DUPLICATE_STATE_PARAM) ?? "open";
    const state = DUPLICATE_STATES.find((one) => one === given);
    if (state === undefined)
      throw new ApiError("INVALID_INPUT", `${DUPLICATE_STATE_PARAM} must be open, later or decided`);
    const wanted = c.req.query(DUPLICATE_KIND_PARAM);
    const kind = DUPLICATE_KINDS.find((one) => one === wanted);
    if (wanted !== undefined && kind === undefined)
      throw new ApiError("INVALID_INPUT", `${DUPLICATE_KIND_PARAM} must be one of ${DUPLICATE_KINDS.join(", ")}`);
    return listDuplicates(pools.main, { state, kind, limit: MOST_DUPLICATES });
  },

  decideDuplicate: async ({ pools }, { c, viewer, body, now }) => {
    const { verdict } = await body();
    const decision = { verdict, person: viewer.personId, now };
    await withImportErrors("CONFLICT", decideDuplicate(pools.jobs, parseNumber(c.req.param("id")), decision));
  },

  undoDuplicate: ({ pools }, { c, now }) =>
    withImportErrors("CONFLICT", undoDecision(pools.jobs, parseNumber(c.req.param("id")), now)),

  decideDuplicates: async ({ pools }, { viewer, body, now }) => {
    const { kind, rule, minScore, verdict } = await body();
    const decision = { verdict, person: viewer.personId, now };
    return { decided: await decideByRule(pools.jobs, { kind, rule, minScore }, decision) };
  },

  mergeRecords: async ({ pools }, { viewer, body, now }) => {
    const { one, other } = await body();
    const by = startedBy(viewer.personId);
    const { id, into, title } = await withImportErrors("CONFLICT", mergeByHand(pools.jobs, [one, other], now, by));
    return { importId: id, recordId: into, title };
  },
});

function parseNumber(text = ""): number {
  if (!/^\d{1,9}$/.test(text)) throw new ApiError("NOT_FOUND", "There is no such pair.");
  return Number(text);
}
