/** Describes the lists of allowed values, by the names that people and the OpenAPI document use. */
import type { ListName } from "@dealflow/contract/filters";
import { type AllowedValue, LISTS } from "@dealflow/contract/values/lists";
import { UNKNOWN } from "@dealflow/contract/values/unknown";
import type { JsonSchema } from "./json-schema";

/** `schema` names the list in the OpenAPI document; the title is for people. */
const WORDS: Readonly<Record<ListName, { readonly schema: string; readonly title: string }>> = {
  rounds: { schema: "Round", title: "Rounds" },
  paymentTypes: { schema: "PaymentType", title: "Payment types" },
  roleSeniorities: { schema: "RoleSeniority", title: "Role seniorities" },
  moveTypes: { schema: "MoveType", title: "Move types" },
  timelineIncludes: { schema: "TimelineInclude", title: "Kinds of event" },
  verticals: { schema: "Vertical", title: "Verticals" },
  employeeBuckets: { schema: "EmployeeBucket", title: "Employee buckets" },
  investorTypes: { schema: "InvestorType", title: "Investor types" },
  countries: { schema: "CountryCode", title: "Country codes" },
  naics: { schema: "NaicsCode", title: "NAICS codes" },
  industries: { schema: "IndustryGroup", title: "Industry groups" },
  companySorts: { schema: "CompanySort", title: "Orders" },
  sortDirections: { schema: "SortDirection", title: "Directions" },
};

/** Lists of at most this many values are spelled out where they are used; longer ones are named and counted. */
const SPELLED_OUT = 30;

export type AllowedValues = Readonly<ReturnType<typeof allowedValues>>;

/** @param unknown the value `unknown` is allowed too */
export function allowedValues(list: ListName, unknown: boolean) {
  const { schema, title } = WORDS[list];
  const values = listValues(list, unknown);
  return {
    list,
    title,
    /** The schema with this name holds all of the values. */
    schema: unknown ? `${schema}OrUnknown` : schema,
    unknown,
    count: values.length,
    /** All values are listed when there are at most 30, otherwise none. */
    values: values.length > SPELLED_OUT ? [] : values,
  };
}

export function listValues(list: ListName, unknown: boolean): string[] {
  return [...titled(list).map(({ value }) => value), ...(unknown ? [UNKNOWN] : [])];
}

export function valueSchema({ list, title, unknown }: AllowedValues): JsonSchema {
  const values = listValues(list, unknown);
  const titles = titled(list).filter(({ value, title }) => value !== title);
  return {
    type: "string",
    ...(list === "naics"
      ? { description: NAICS_RULE, pattern: naicsPattern(values) }
      : { description: title, enum: values }),
    ...(titles.length === 0
      ? {}
      : { "x-enumDescriptions": Object.fromEntries(titles.map(({ value, title }) => [value, title])) }),
  };
}

const NAICS_RULE = "A code of 2 to 6 digits, listed or not, or a sector range. The listed codes have titles.";

/** The pattern accepts any digits, and of other texts only the listed ones. */
function naicsPattern(values: readonly string[]): string {
  return `^(${["[0-9]{2,6}", ...values.filter((value) => !/^[0-9]+$/.test(value))].join("|")})$`;
}

function titled(list: ListName): readonly AllowedValue[] {
  return LISTS[list];
}
