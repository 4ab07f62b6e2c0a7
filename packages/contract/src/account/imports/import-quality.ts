/** Describes how fresh and how complete the records of each source of imports are. */
import * as z from "zod/mini";
import { readonlyList } from "../schemas";
import { RECORD_KINDS, type RecordKind } from "./record-kinds";

/** Lists, for each kind of record, the fields whose fill is measured, which are those that people filter by. */
export const QUALITY_FIELDS = {
  funding: {
    companyPage: "Company page",
    round: "Round",
    amount: "Amount",
    investors: "Investors",
    country: "Country",
    industry: "Industry",
    sourceAddress: "Source address",
  },
  acquisition: {
    targetPage: "Target page",
    acquirerPage: "Acquirer page",
    amount: "Amount",
    payment: "Payment",
    country: "Target country",
    industry: "Target industry",
    sourceAddress: "Source address",
  },
  exec_move: {
    companyPage: "Company page",
    role: "Role",
    seniority: "Seniority",
    fromCompany: "Previous company",
    country: "Country",
    sourceAddress: "Source address",
  },
  company: {
    domain: "Domain",
    country: "Country",
    industry: "Industry",
    naics: "NAICS",
    size: "Size",
    founded: "Founded",
    description: "Description",
  },
  investor: { type: "Type", country: "Country", domain: "Domain" },
} as const satisfies Readonly<Record<RecordKind, Readonly<Record<string, string>>>>;

const sourceQuality = z.object({
  source: z.string(),
  /** Counts the records of the kind that the source states and that are not withdrawn. */
  records: z.number(),
  /** Counts those of them that no other source stated before. */
  first: z.number(),
  /**
   * Whole days in UTC from the announcement to the discovery: half of the records, and nine in ten, took at most so many.
   * Counts records that the source was the first to state, with a date that is exact to the day. It is null without any, and for
   * companies and investors.
   */
  lag: z.nullable(z.object({ median: z.number(), p90: z.number(), records: z.number() })),
  /** Counts the records that have the field, whichever source stated it, in the order of the fields. */
  fill: readonlyList(z.object({ field: z.string(), title: z.string(), records: z.number() })),
  /** Counts the records that imports of the source changed after they were stored. */
  revised: z.number(),
  /** Counts the records that another source states too. */
  shared: z.number(),
  /** The latest import of the source that states a record of the kind started then. */
  latestImportAt: z.string(),
});
export type SourceQuality = z.infer<typeof sourceQuality>;

const quality = z.object({
  /** The figures are those of this instant. */
  at: z.string(),
  /** Has every kind, the sources with the most records first. */
  kinds: readonlyList(z.object({ kind: z.enum(RECORD_KINDS), sources: readonlyList(sourceQuality) })),
});
export type ImportQuality = z.infer<typeof quality>;

export const importQuality = z.object({
  /** It is null while the records are counted for the first time. */
  quality: z.nullable(quality),
  /** Newer figures are being counted. */
  isCounting: z.boolean(),
});
