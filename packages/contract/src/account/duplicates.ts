/** Lets operators decide which records are one. */
import * as z from "zod/mini";
import type { FeedName } from "../feeds";
import { forOperators } from "./endpoint";
import { readonlyList, requestBody, textField } from "./schemas";

export const DUPLICATE_STATES = ["open", "later", "decided"] as const;
export type DuplicateState = (typeof DUPLICATE_STATES)[number];
/** The parameter of `duplicates` that chooses a state; open pairs without it. */
export const DUPLICATE_STATE_PARAM = "state";
/** People are not listed: they are one only where sources tell of one move. */
export const DUPLICATE_KINDS = ["company", "investor", "funding", "acquisition", "exec_move"] as const;
export type DuplicateKind = (typeof DUPLICATE_KINDS)[number];
/** Each kind's records are those of a feed. */
export const DUPLICATE_FEEDS = {
  company: "companies",
  investor: "investors",
  funding: "funding",
  acquisition: "acquisitions",
  exec_move: "execMoves",
} as const satisfies Record<DuplicateKind, FeedName>;
/** The parameter of `duplicates` that chooses a kind; pairs of all kinds without it. */
export const DUPLICATE_KIND_PARAM = "kind";
const kind = z.enum(DUPLICATE_KINDS, `kind must be one of ${DUPLICATE_KINDS.join(", ")}`);
/** A page shows at most this many pairs. */
export const MOST_DUPLICATES = 50;

const VERDICTS = ["same", "different", "later"] as const;
export type DuplicateVerdict = (typeof VERDICTS)[number];
const verdict = z.enum(VERDICTS, "verdict must be same, different or later");

const side = z.object({
  id: z.string(),
  /** Names it for people, such as “Quorvane: seed, 2026-05-04”. */
  name: z.string(),
  /** The record as the dashboard shows it; null when it is no longer stored. */
  record: z.unknown(),
  /** These sources know it. */
  sources: readonlyList(z.string()),
  /** Counts the events that name it; none name an event. */
  events: z.number(),
});

const pair = z.object({
  id: z.string(),
  kind,
  rule: z.string(),
  /** The likelihood by names alone, or the share of the facts of two events that agree, from 0 to 1. */
  score: z.number(),
  because: readonlyList(z.string()),
  verdict: z.nullable(verdict),
  decidedAt: z.nullable(z.string()),
  /** The pair was merged, “this into that”, into the one record that both sides are now; null otherwise. */
  merged: z.nullable(z.string()),
  left: side,
  right: side,
});
export type DuplicatePair = z.infer<typeof pair>;

const rule = z.object({ kind, rule: z.string(), open: z.number(), same: z.number(), different: z.number() });

const duplicates = z.object({
  pairs: readonlyList(pair),
  /** Open pairs, and how people decided, by the rule that found them. */
  rules: readonlyList(rule),
});
export type DuplicateList = z.infer<typeof duplicates>;

export const DUPLICATES = forOperators("or-demo", {
  /** Lists pairs of records that may be one: open ones with the likeliest first, decided ones with the latest first. */
  duplicates: { path: "/duplicates", response: duplicates },
  /** Decides a pair: two that are the same are merged, and two that are different are never merged by an import. */
  decideDuplicate: { method: "POST", path: "/duplicates/:id/decide", request: requestBody({ verdict }) },
  /** Takes a decision back: the pair is open again, and what was merged is two again. */
  undoDuplicate: { method: "POST", path: "/duplicates/:id/undo" },
  /** Decides the likeliest open pairs that a rule found, at most 200. */
  decideDuplicates: {
    method: "POST",
    path: "/duplicates/decide",
    request: requestBody({
      kind,
      rule: textField,
      /** Pairs with at least this score, from 0 to 1, are decided. */
      minScore: z.number("must be a number"),
      verdict,
    }),
    response: z.object({ decided: z.number() }),
  },
  /** Merges two records of one kind, named by their ids or addresses, as an import that can be undone. */
  mergeRecords: {
    method: "POST",
    path: "/entities/merge",
    request: requestBody({ one: textField, other: textField }),
    response: z.object({ importId: z.string(), recordId: z.string(), title: z.string() }),
  },
});
