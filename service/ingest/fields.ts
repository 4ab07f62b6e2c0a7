/** Lists the fields of each kind of record that a map or a line may state, as paths that the API uses. */
import { RECORD_KINDS, type RecordKind } from "@dealflow/contract/account/imports/record-kinds";

export const KINDS = RECORD_KINDS;
export type Kind = RecordKind;

/** `key` is the source's name of the thing; everything else is a field of the record. */
const COMPANY = [
  ...(["key", "name", "domain", "description", "socialHandle", "socialUrl", "socialGeoId"] as const),
  ...(["socialIndustryId", "naicsCode", "hqCity", "hqCountry", "industryGroup", "employeeCountBucket"] as const),
  ...(["foundedYear", "businessModel"] as const),
];
const COMPANY_LISTS = ["industrySubTags", "verticals"] as const;
export const COMPANY_IMPORT_FIELDS = [...COMPANY, ...COMPANY_LISTS];
const SOURCE = ["source.url", "source.outlet", "source.title"];

function below(side: string, fields: readonly string[]): string[] {
  return fields.map((field) => `${side}.${field}`);
}

function amounts(prefix: "amount" | "dealAmount"): string[] {
  return ["amount", "currency", ...["Usd", "UsdCents", "OriginalCurrency", "OriginalCents"].map((end) => prefix + end)];
}

export interface Fields {
  readonly texts: ReadonlySet<string>;
  readonly lists: ReadonlySet<string>;
  /** Without these a row is rejected in any case, so a map must have them. */
  readonly required: readonly string[];
}

function fields(texts: readonly string[], lists: readonly string[], required: readonly string[]): Fields {
  return { texts: new Set(texts), lists: new Set(lists), required };
}

export const FIELDS: Readonly<Record<Kind, Fields>> = {
  funding: fields(
    [
      ...below("company", COMPANY),
      ...amounts("amount"),
      "round",
      "roundStated",
      "announcedAt",
      "discoveredAt",
      ...SOURCE,
    ],
    [...below("company", COMPANY_LISTS), "investors"],
    ["announcedAt"],
  ),
  acquisition: fields(
    [
      ...below("target", COMPANY),
      ...below("acquirer", COMPANY),
      ...amounts("dealAmount"),
      ...["paymentType", "isMerger", "announcedAt", "closingAt", "discoveredAt", ...SOURCE],
    ],
    [...below("target", COMPANY_LISTS), ...below("acquirer", COMPANY_LISTS)],
    ["announcedAt"],
  ),
  exec_move: fields(
    [
      ...below("person", ["key", "name", "socialHandle", "socialUrl"]),
      ...below("company", COMPANY),
      ...below("fromCompany", COMPANY),
      ...["role", "roleSeniority", "moveType", "announcedAt", "effectiveDate", "discoveredAt", ...SOURCE],
    ],
    [...below("company", COMPANY_LISTS), ...below("fromCompany", COMPANY_LISTS)],
    ["announcedAt", "moveType", "person.name"],
  ),
  // With `known`, a row only adds to a company that is known already.
  company: fields([...COMPANY, "known"], [...COMPANY_LISTS, "otherNames"], []),
  investor: fields(["key", "name", "type", "hqCountry", "domain", "firstSeenAt", "lastSeenAt"], [], ["name"]),
};
