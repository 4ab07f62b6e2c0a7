/** Writes the rule of each field for the columns that were assigned to it. */
import { INDUSTRIES } from "@dealflow/contract/values/industries";
import { VERTICALS } from "@dealflow/contract/values/organisations";
import type { ImportMapJson } from "../read/map-schema";
import { readCountry } from "../values/countries";
import { readIndustry, readVertical } from "../values/industries";
import { namesStage } from "../values/rounds";
import { type Assigned, withField } from "./assign";
import { PERSON_PAGE } from "./by-name";
import { awardedBy, isAwardAmount, isRecipient } from "./name-sides";
import { columnWords } from "./names/column-words";
import { areTitles, getShare } from "./profile";

export type RuleJson = Exclude<ImportMapJson["fields"], undefined>[string];

export interface FieldRule {
  readonly field: string;
  readonly rule: RuleJson;
  readonly columns: readonly Assigned[];
  readonly why?: string;
  /** The sentence says what is assumed of all rows. */
  readonly assumption?: string;
}

const LABELS: ReadonlySet<string> = new Set(INDUSTRIES.map((label) => label.toLowerCase()));
const VERTICAL_NAMES: ReadonlySet<string> = new Set(
  VERTICALS.flatMap(({ value, title }) => [value, title.toLowerCase()]),
);
/** These types of a deal do not say which round it is. */
const NO_STAGE = Object.fromEntries(
  [..."deal equity funding fundraise fundraising investment round".split(" "), "venture capital", "capital raise"].map(
    (type) => [type, null],
  ),
);
const ROUND_CODES = Object.fromEntries([..."ABCDEFGHI"].map((code) => [code, `series-${code.toLowerCase()}`]));

type WriteRules = (field: string, columns: readonly Assigned[]) => FieldRule | FieldRule[];

/** The rules of fields by the end of their names; of any other, the best column is read as it is. */
const RULES: Readonly<Record<string, WriteRules>> = {
  ...{ investors: investorsRule, industrySubTags: industryRules, round: roundRule, isMerger: mergerRule },
  ...{ hqCity: ofBest(cityRule), hqCountry: ofBest(countryRule), foundedYear: ofBest(foundedRule), role: roleRule },
  employeeCountBucket: (field, columns) => ({ field, rule: firstValueRule(columns), columns }),
  ...{ name: nameRule, domain: domainRule, socialUrl: ofBest(profileRule) },
};

function ofBest(write: (field: string, best: Assigned) => FieldRule): WriteRules {
  return (field, [best]) => (best === undefined ? [] : write(field, best));
}

/** Returns the rules of one field; a column that no rule names feeds nothing. */
export function fieldRules(field: string, columns: readonly Assigned[]): FieldRule[] {
  const [best] = columns;
  if (best === undefined) return [];
  if (best.concept === "location") return placeRules(field, best, columns);
  const write = RULES[field.slice(field.lastIndexOf(".") + 1)] ?? ofBest(plainRule);
  return [write(field, columns)].flat();
}

/** The page of a person is none of a company. */
function profileRule(field: string, column: Assigned): FieldRule {
  const isOfCompany = field !== "person.socialUrl" && column.profile.values.some((text) => PERSON_PAGE.test(text));
  if (!isOfCompany) return plainRule(field, column);
  return { field, rule: { column: name(column), patterns: [[PERSON_PAGE.source, null]] }, columns: [column] };
}

/** Reads a column as it is. */
function plainRule(field: string, column: Assigned): FieldRule {
  return { field, rule: name(column), columns: [column] };
}

function name({ profile }: Assigned): string {
  return profile.column;
}

/** A text for readers repeats the names of the list next to it. */
const REPEATED = /(?:label|text|display|string|summary)$/i;

/** The lists are not split here: the names in a cell are separated when the row is read. */
function investorsRule(field: string, columns: readonly Assigned[]): FieldRule {
  const sure = columns.filter((column) => columns.length === 1 || !REPEATED.test(name(column)));
  const ordered = sure.toSorted(
    (a, b) => Number(b.concept === "leadInvestors") - Number(a.concept === "leadInvestors"),
  );
  const [only] = ordered;
  const rule = ordered.length === 1 && only !== undefined ? name(only) : { columns: ordered.map(name) };
  return { field, rule, columns: sure };
}

function industryRules(field: string, all: readonly Assigned[]): FieldRule[] {
  // A name that merely contains a word for it, such as the category of a filer, says less than one that means it.
  const named = all.filter((column) => column.confidence > 0.9 || /industry|sector/i.test(name(column)));
  const columns = withoutOtherTags(named.length === 0 ? all : named);
  const prefix = field.slice(0, -"industrySubTags".length);
  const values = columns.flatMap(({ profile }) => profile.values);
  // A class of a standard is one, with the commas in its name.
  const areClasses = columns.every(({ profile }) => /^(?:sic|naics|nace) description$/.test(profile.words));
  // Each column may have a separator of its own.
  const separators = new Set(columns.flatMap(({ profile }) => listSeparator(profile.values) ?? []));
  const split = areClasses || separators.size === 0 ? undefined : [...separators].join("|");
  const labels = values.filter((text) => LABELS.has(text.toLowerCase()));
  const [best] = columns;
  if (best !== undefined && columns.length === 1 && labels.length > values.length / 2)
    return [{ field: `${prefix}industryGroup`, rule: name(best), columns }];
  const from = columns.length === 1 ? { column: columns.map(name)[0] } : { columns: columns.map(name) };
  const rule = split === undefined ? from : { ...from, split };
  const parts = split === undefined ? values : values.flatMap((text) => text.split(new RegExp(split)));
  // Other values are kept as tags, from which the verticals among them follow.
  const areVerticals =
    columns.length === 1 && parts.length > 0 && parts.every((part) => VERTICAL_NAMES.has(part.trim().toLowerCase()));
  return [{ field: areVerticals ? `${prefix}verticals` : field, rule, columns }];
}

/** Tags are words of any kind: next to a column of industries, they count where at least half of the further ones are industries. */
function withoutOtherTags(columns: readonly Assigned[]): readonly Assigned[] {
  const others = columns.filter(({ profile }) => !/^(?:tags|keywords)$/.test(profile.words));
  const stated = new Set(others.flatMap(({ profile }) => profile.values));
  const tags = columns
    .filter((column) => !others.includes(column))
    .flatMap(({ profile }) => profile.values.flatMap((text) => text.split(/\s*[,;|]\s*/)))
    .filter((tag) => !stated.has(tag));
  const isIndustry = (tag: string) => readIndustry(tag) !== undefined || readVertical(tag) !== undefined;
  return others.length > 0 && 2 * tags.filter(isIndustry).length < tags.length ? others : columns;
}

/** The type of a deal says that it is a merger, but not that it is none. */
function mergerRule(field: string, columns: readonly Assigned[]): FieldRule {
  const own = columns.find(({ concept }) => concept === "merger");
  if (own !== undefined) return plainRule(field, own);
  const types = columns.map((column) => ({ column: name(column), patterns: MERGER, otherwise: null }));
  return { field, rule: types, columns };
}

const MERGER: [string, string][] = [
  [String.raw`^(?!.*\b(?:acqui|take ?over|tender|purchase)).*\b(?:merger|fusion\w*|zusammenschluss)\b`, "true"],
];

/** Some lists say in place of the new role that a person has none. */
export const NO_ROLE = String.raw`^(?:退任|退職|辞任|resign(?:ed|ation)|retire[ds]|retirement|departed|left|ausgeschieden|démission\w*|départ|renuncia|dimissioni)$`;
const HAS_NO_ROLE = new RegExp(NO_ROLE, "i");

/** The previous role takes the place of an empty one, since a person who departs has no new role. */
function roleRule(field: string, columns: readonly Assigned[]): FieldRule {
  const previous = columns.find(({ concept }) => concept === "previousRole");
  const roles = columns.filter(({ concept }) => concept !== "previousRole");
  // A function, such as `Finance`, says less than a title.
  const own = roles.find(({ profile }) => areTitles(profile.values)) ?? roles[0];
  if (own?.profile.values.some((text) => HAS_NO_ROLE.test(text))) {
    const used = [own, ...(previous === undefined ? [] : [previous])];
    const rule = { column: name(own), patterns: [[NO_ROLE, null] as [string, null]] };
    return { field, rule: previous === undefined ? rule : [rule, name(previous)], columns: used };
  }
  const used = [own, own?.profile.fill === 1 ? undefined : previous].filter((column) => column !== undefined);
  return { field, rule: firstValueRule(used), columns: used };
}

/** The first and the last name of a person are joined where no column has both. */
function nameRule(field: string, columns: readonly Assigned[]): FieldRule | FieldRule[] {
  const whole = field === "person.name" ? columns.find(({ concept }) => concept === "name") : columns[0];
  if (whole !== undefined) return withoutCodes(field, whole);
  const parts = columns.toSorted((a, b) => Number(a.concept === "lastName") - Number(b.concept === "lastName"));
  return { field, rule: { columns: parts.map(name), join: " " }, columns: parts };
}

/**
 * Registers write the number of a company before its name, programs a prefix, and exchanges the kind of its shares or its ticker
 * behind it: `B08678120 Hollin`, `co_hollin`, `Hollin Common Stock`, `Hollin (HLN)`.
 */
const CODES_OF_NAMES: readonly (readonly [string, string])[] = [
  [String.raw`^(?=\S*\d{6})[A-Z]{0,2}[\d./-]+[A-Z]?\s+(?:[-–]\s+)?(?=\p{L})`, "the number before the name is left out"],
  ["^(?:co|company|startup)_(?=[a-z])", "the prefix before the name is left out"],
  [
    String.raw`\s+-\s+[^-]*\b(?:Stock|[Ss]hares?|Units?|[Ww]arrants?|Rights?|Notes)\b.*$|\s+(?:Class [A-Z] )?(?:Common (?:Stock|Shares?)|Ordinary Shares?|American Depositary Shares?)(?:,? .*)?$`,
    "the kind of shares behind the name is left out",
  ],
  [String.raw`\s*\(\s?[A-Z\d][A-Z\d.-]{1,6}\s?\)$`, "the code in brackets behind the name is left out"],
];

/** Cuts codes that nearly all names have off them. */
function withoutCodes(field: string, column: Assigned): FieldRule {
  const { values } = column.profile;
  const found = CODES_OF_NAMES.find(([strip]) => getShare(values, new RegExp(strip, "u")) > 0.8);
  if (found === undefined) return plainRule(field, column);
  const [strip, why] = found;
  return { field, rule: { column: name(column), strip }, columns: [column], why };
}

/** A column that may have the domain fills up for one that surely has it only if there is no better one. */
function domainRule(field: string, columns: readonly Assigned[]): FieldRule {
  const sure = columns.filter(({ confidence }) => confidence >= (columns[0]?.confidence ?? 0));
  return { field, rule: firstValueRule(sure), columns: sure };
}

/**
 * A code such as `A` is more precise than a name such as `venture`, and that than the type of the deal. Of several columns the one with the
 * most names of stages comes first.
 */
function roundRule(field: string, columns: readonly Assigned[]): FieldRule {
  const sorted = columns.toSorted((a, b) => Math.round((stageShare(b) - stageShare(a)) * 4));
  const [codes, rounds, types] = (["roundCode", "round", "type"] as const).map((concept) =>
    sorted.filter((column) => column.concept === concept),
  );
  const [code, round, other] = [codes?.[0], rounds?.[0], rounds?.[1]];
  // Another column of rounds fills up for an empty one.
  const further = round !== undefined && round.profile.fill < 1 && other !== undefined && stageShare(other) > 0.5;
  const isOnly = round === undefined && types?.length === 1;
  const rules = [
    ...(code === undefined ? [] : [{ column: name(code), values: ROUND_CODES, otherwise: null }]),
    ...(round === undefined ? [] : [name(round)]),
    ...(further ? [name(other)] : []),
    ...(types ?? []).map((type) => (isOnly ? name(type) : { column: name(type), values: NO_STAGE })),
  ];
  const [only] = rules;
  const used = [code, round, further ? other : undefined, ...(types ?? [])].filter((column) => column !== undefined);
  return { field, rule: rules.length === 1 && only !== undefined ? only : rules, columns: used };
}

/** Returns the share of values that name a stage; `Venture Capital` names none. */
function stageShare({ profile }: Assigned): number {
  return getShare(profile.values.slice(0, 1_000), namesStage);
}

/** Amounts of awards are grants, or loans where the file is named so, unless a column names a stage. */
export function awardRules(fileName: string, assigned: readonly Assigned[]): FieldRule[] {
  const named = awardedBy(columnWords(fileName).join(" "));
  const areAwards =
    withField(assigned, "company.name").some(isRecipient) || withField(assigned, "amount").some(isAwardAmount);
  const hasStage = withField(assigned, "round").some((column) => stageShare(column) > 0);
  if ((!areAwards && named === undefined) || hasStage) return [];
  const why = areAwards ? "the amounts are those of awards" : "the name of the file says so";
  return [{ field: "round", rule: { constant: named ?? "grant" }, columns: [], why }];
}

/** Returns the rule that takes the first of the columns with a value. */
function firstValueRule(columns: readonly Assigned[]): RuleJson {
  const [only, ...others] = columns.map(name);
  if (only === undefined) throw new Error("A field without columns has no rule.");
  return others.length === 0 ? only : [only, ...others];
}

/** A date is cut to its year. */
function foundedRule(field: string, column: Assigned): FieldRule {
  const { shares, values } = column.profile;
  const areDays = getShare(values, /^(?:1[89]|20)\d{6}$/) > 0.5;
  const isDate = shares.year < 0.5 && shares.date > 0.5;
  if (!isDate && !areDays) return plainRule(field, column);
  const strip = areDays ? String.raw`(?<=^\d{4})\d{4}$` : String.raw`^(?!\d{4}).*[^\d](?=\d{4}$)|(?<=^\d{4})[^\d].*$`;
  return { field, rule: { column: name(column), strip }, columns: [column], why: "the year is cut out of the date" };
}

/** Some lists write a city with its state or country. */
function cityRule(field: string, column: Assigned): FieldRule {
  const places = column.profile.values.filter((text) => text.includes(","));
  const isPlace = (text: string) => /,\s*[A-Z]{2}$/i.test(text) || readCountry(text) !== undefined;
  if (places.length === 0 || !places.every(isPlace)) return plainRule(field, column);
  const why = "the city is before the first comma";
  return { field, rule: { column: name(column), strip: ",.*$" }, columns: [column], why };
}

const CONTINENT = String.raw`\s*(?:asia|africa|europe|oceania|(?:north|south|latin|central) america|americas|middle east)$`;
const AFTER_CONTINENT = new RegExp(`,${CONTINENT}`, "i");

/** Places in Brazil are written with their state: `Recife-PE`, `Recife/PE`. */
const BRAZILIAN_STATE = /\s*[-/]\s*[A-Z]{2}$/;

/** These provinces of China are cities. */
const MUNICIPALITY = /(?:北京|上海|天津|重庆)市?$/;

/** Places in China are written with their province, or a district behind the city: `陕西-西安`, `北京-朝阳区`. */
const CHINESE_PLACE = /^\p{Script=Han}+-\p{Script=Han}+$/u;
const CITY_OF_PROVINCE = "^(?!北京|上海|天津|重庆)[^-]+-|(?<=^(?:北京|上海|天津|重庆))-.*$";

/** These are states and no countries in a column with other places of the United States. */
const US_STATES: [string, string][] = [
  [
    String.raw`(?:^|,)\s*(?:al|az|ar|ca|calif\.?|co|colo\.?|de|ga|georgia|id|il|ill\.?|in|ky|la|me|md|ma|mass\.?|mn|ms|mo|mt|ne|nc|pa|sc|sd|tn|va)$`,
    "US",
  ],
];

/** These codes are of no country. */
const STATES_ONLY = /^(?:AK|CT|DC|FL|HI|IA|KS|MI|ND|NH|NJ|NM|NV|NY|OH|OK|OR|RI|TX|UT|VT|WA|WI|WV|WY)$/;
const STATE_CODES = new RegExp(
  `${STATES_ONLY.source}|^(?:AL|AR|AZ|CA|CO|DE|GA|ID|IL|IN|KY|LA|MA|MD|ME|MN|MO|MS|MT|NC|NE|PA|SC|SD|TN|VA)$`,
);

/** Some codes of states are those of countries, which are meant where none is that of a state only. */
function areStates(codes: readonly string[]): boolean {
  return codes.every((code) => STATE_CODES.test(code)) && codes.some((code) => STATES_ONLY.test(code));
}

function countryRule(field: string, column: Assigned): FieldRule {
  const codes = column.profile.values.flatMap((text) => text.match(/\b[A-Z]{2}\b/g) ?? []);
  if (!areStates(codes)) return plainRule(field, column);
  const why = "codes of two letters are states of the United States";
  const patterns: [string, string][] = [["^(?:[A-Z]{2}[\\s,;|]*)+$", "US"]];
  return { field, rule: { column: name(column), patterns }, columns: [column], why };
}

/** A list of cities in one country may name the country of a few others only. */
const LEAST_COUNTRIES = 0.3;

/** Takes the city from a column of cities that is as full as the one of places. Some provinces of China are cities, of which that column has the districts. */
function placeRules(field: string, place: Assigned, columns: readonly Assigned[]): FieldRule[] {
  const places = locationRules(field, place);
  const city = columns.find(
    ({ concept, confidence, profile }) =>
      concept === "city" && confidence >= place.confidence && profile.fill >= place.profile.fill,
  );
  if (city === undefined) return places;
  const own = cityRule(field, city);
  const others = places.filter((one) => one.field !== field);
  if (!place.profile.values.some((text) => MUNICIPALITY.test(text))) return [own, ...others];
  const rule = [{ column: name(place), strip: `^(?!${MUNICIPALITY.source}).*$` }, own.rule].flat();
  return [
    { field, rule, columns: [city, place], why: "some provinces are cities, and the others are left out" },
    ...others,
  ];
}

/** A place is a city, a country, or both with a comma between them. An investor has a country only. */
function locationRules(field: string, column: Assigned): FieldRule[] {
  const country = field.replace(/hqCity$/, "hqCountry");
  const columns = [column];
  const { values, shares } = column.profile;
  if (shares.country > 0.7) return [plainRule(country, column)];
  const places = values.map((text) => text.replace(AFTER_CONTINENT, ""));
  const withComma = places.filter((text) => text.includes(",")).length;
  const isSplit = withComma >= values.length * 0.3;
  const hasState = getShare(places, (text) => BRAZILIAN_STATE.test(text) && readCountry(text) === undefined) > 0.5;
  const countries = places.map(readCountry).filter((code) => code !== undefined);
  // People abbreviate these two also where they write the names of other countries.
  const codes = places.flatMap((text) => /,\s*(?!UK|US)([A-Z]{2})$/.exec(text)?.[1] ?? []);
  const inStates =
    areStates(codes) || countries.filter((code) => code === "US").length >= Math.max(2, countries.length * 0.5);
  const areChinese = getShare(values, CHINESE_PLACE) > 0.5;
  const [strip, why] = areChinese
    ? [CITY_OF_PROVINCE, "the city is behind its province"]
    : isSplit
      ? [inStates ? ",.*$|^(?!DC|LA|NY|SF)[A-Z]{2}$" : ",.*$", "the city is before the first comma"]
      : [BRAZILIAN_STATE.source, "the city is before its state"];
  const city =
    isSplit || hasState || areChinese
      ? { field, rule: { column: name(column), strip }, columns, why }
      : plainRule(field, column);
  const withCountry = places.filter((text) => text.includes(",") && readCountry(text) !== undefined).length;
  const hasCountries = isSplit && withCountry >= withComma * LEAST_COUNTRIES;
  if (!hasCountries) return field === country ? [] : [city];
  const hasContinents = places.some((text, index) => text !== values[index]);
  const rule =
    hasContinents || inStates
      ? {
          column: name(column),
          ...(hasContinents ? { strip: `,${CONTINENT}` } : {}),
          ...(inStates ? { patterns: US_STATES } : {}),
        }
      : name(column);
  const both = { field: country, rule, columns, why: "the country is after the city" };
  return field === country ? [both] : [city, both];
}

/** A comma before a legal form belongs to the name. */
const COMMA = String.raw`\s*,(?!\s*(?:inc|llc|ltd|l\.?p|llp|gmbh|co|corp|s\.?a|nec)(?![\w\u00c0-\u024f])\.?)(?![^()]*\))\s*`;

/** Lists the separators of categories; the first that is found counts, since names of categories contain the later ones. */
const SEPARATORS: readonly (readonly [RegExp, string])[] = [
  [/[;|](?![^()]*\))/, String.raw`\s*[;|](?![^()]*\))\s*`],
  [/,(?![^()]*\))/, COMMA],
  [/[、，](?![^()]*\))/, String.raw`\s*[、，](?![^()]*\))\s*`],
  [/\s\+\s(?![^()]*\))/, String.raw`\s+\+\s+(?![^()]*\))`],
  [/\s\/\s(?![^()]*\))/, String.raw`\s+/\s+(?![^()]*\))`],
];
/** A separator that fewer cells have belongs to a name. */
const LEAST_SHARE = 0.03;
/**
 * Commas with a joining word are those of a phrase, which is one category: `Engines, pumps and valves`, `Supply chain, logistics, & delivery`.
 */
const PHRASE = /,[^,;]*\s(?:&|and|et|und|y)\s[^,;]*$/i;

/** Returns a regular expression for the separator of the values; undefined when no cell has more than one part. */
function listSeparator(values: readonly string[]): string | undefined {
  const lists = values.filter((text) => !PHRASE.test(text));
  const found = SEPARATORS.find(
    ([pattern]) => lists.filter((text) => pattern.test(text)).length > values.length * LEAST_SHARE,
  )?.[1];
  return found ?? (areJoinedBySlash(values) ? "/" : undefined);
}

/** Most cells with a slash have a part that is the whole of another cell: `Agritech/Foodtech` and `Foodtech`, but `TCP/IP`. */
function areJoinedBySlash(values: readonly string[]): boolean {
  const whole = new Set(values);
  const joined = values.filter((text) => text.includes("/"));
  return getShare(joined, (text) => text.split("/").some((part) => whole.has(part))) > 0.5;
}
