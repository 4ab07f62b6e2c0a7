/** Creates the statements of companies and investors from the fields of a row. */
import { INDUSTRIES } from "@dealflow/contract/values/industries";
import type { CompanyFacts } from "@/service/records/company";
import { COUNTRY, EMPLOYEE_BUCKET, INDUSTRY, INVESTOR_TYPE, NAICS, URL_ADDRESS, VERTICAL, year } from "./check-values";
import { type FieldReader, LONGEST } from "./field-reader";
import { COMPANY_IMPORT_FIELDS } from "./fields";
import { formatValue, RowError } from "./row-error";
import { splitCompanies } from "./several-companies";
import type { CompanyStatement, InvestorStatement, RawInvestor } from "./statement";
import { isRegion, readCountry } from "./values/countries";
import { companyInHeadline } from "./values/headlines";
import { readIndustry, readVertical } from "./values/industries";
import { GLUED, splitInvestors, wordsBesideNames } from "./values/investors";
import { readDomain } from "./values/links";
import { isMissing } from "./values/missing";
import { foldWords, normalName } from "./values/text";

type FieldPaths = Readonly<Record<(typeof COMPANY_IMPORT_FIELDS)[number], string>>;

/** Joining a prefix and a name for each cell would take a fifth of the time of a row. */
const PATHS: ReadonlyMap<string, FieldPaths> = new Map(
  ["", "company.", "target.", "acquirer.", "fromCompany."].map((prefix) => [prefix, fieldPaths(prefix)] as const),
);

function fieldPaths(prefix: string): FieldPaths {
  return Object.fromEntries(COMPANY_IMPORT_FIELDS.map((name) => [name, prefix + name])) as FieldPaths;
}

/** Returns the company whose fields have the prefix; null when none is set that identifies it. */
export function checkCompany(fields: FieldReader, prefix: string): CompanyStatement | null {
  const paths = PATHS.get(prefix) ?? fieldPaths(prefix);
  const key = fields.key(paths.key, LONGEST.key);
  const stated = checkName(fields, paths.name);
  const statedUrl = fields.read(paths.socialUrl, URL_ADDRESS);
  const { domain: ownDomain, profile } = checkDomain(fields, paths.domain, statedUrl === null);
  const domain = ownDomain ?? stated.domain;
  const name = stated.domain !== null && domain !== null ? null : stated.name;
  if (key === null && name === null && domain === null) return null;
  const { industryGroup, industrySubTags, verticals } = checkIndustry(fields, paths);
  return {
    key,
    name,
    domain,
    description: fields.prose(paths.description, LONGEST.description),
    socialHandle: fields.name(paths.socialHandle, LONGEST.name),
    socialUrl: statedUrl ?? profile,
    socialGeoId: fields.key(paths.socialGeoId, LONGEST.tag),
    socialIndustryId: fields.key(paths.socialIndustryId, LONGEST.tag),
    naicsCode: fields.read(paths.naicsCode, NAICS),
    ...checkPlace(fields, paths),
    industryGroup,
    industrySubTags,
    verticals,
    employeeCountBucket: fields.read(paths.employeeCountBucket, EMPLOYEE_BUCKET),
    foundedYear: fields.read(paths.foundedYear, year(1000, fields.formats.now.getUTCFullYear() + 1)),
    businessModel: fields.name(paths.businessModel, LONGEST.tag),
  };
}

/** Sources write so in place of the name of a company that they do not name. */
const UNNAMED =
  /^(?:(?:[a-z]+[ -])?(?:un|non |not )-?disclosed(?: [a-z]+)?|spac|ipo|private equity(?: firms?)?|management(?: team)?|mbo|consortium)$/i;

/** Terminals put the exchange and the symbol of a listed company behind its name: `Oakmesh plc (LSE:OAK)`. */
const TICKER = /\s*\([A-Z][A-Za-z]{1,11}:\s?[A-Z0-9][A-Z0-9. -]{0,15}\)$/;

/** Several companies sell, buy or receive money together, or one name has a plus sign or commas. */
const IS_SIDE = /^(?:target|acquirer|company)\./;
const MAY_BE_SEVERAL = /\s\+\s+(?=\p{Lu})(?![^()]*\))|^\p{Lu}[^,&]*(?:,\s+\p{Lu}[^,&]*){2,}$/u;
/** Terms of a deal, or the state of a company, are not a part of its name: `Hollin (33.01% + option)`, `Hollin, 65%`, `Hollin (est. 1924)`. */
const TERMS =
  /,\s*\d[\d.,]*\s?%$|\s*\((?:(?:majority|minority|controlling)(?: (?:stake|interest|share))?|[^()]*(?:\d\s?%|\p{Sc}\s?\d)[^()]*|(?:with|from|via|through) \p{L}[^()]*|acquired|exited|closed|defunct|inactive|dead|class [a-c]|spac|[^()]*\b(?:1[89]|20)\d\d)\)$/iu;

/** Sources write a former name behind the present one: `Hollin (fka Veld)`. */
const FORMER =
  /\s*\((?:f\.?k\.?a\.?|f\/k\/a|formerly(?: known as)?|previously(?: known as)?|was(?! (?:acquired|bought|sold|merged|founded)\b)|ex|anciennement|ehemals|vormals|früher|antes)[\s:]+([^()]+)\)$/iu;

/** Sheets have the sum of their rows in one that is called so. */
const SUM_OF_ROWS =
  /^(?:(?:grand|overall|sub)[ -]?)?(?:totals?|totale|totaal|summe|gesamt(?:summe)?|insgesamt|razem|celkem|összesen|toplam|yhteensä|итого|всего|合计|合計|总计|總計|小计|합계|총계)\s*:?$/iu;

/** Throws `RowError` for a row with the sum of others. A company that is called so has other facts. */
export function refuseSum({ name, domain, description, hqCity, hqCountry }: CompanyStatement): void {
  if (name !== null && SUM_OF_ROWS.test(name) && (domain ?? description ?? hqCity ?? hqCountry) === null)
    throw new RowError(`${formatValue(name)} is the sum of other rows, and no company.`);
}

export function listFormerNames(name: string | null): string[] {
  const former = FORMER.exec(name ?? "")?.[1];
  return former === undefined ? [] : [former];
}

/** Returns the name without a former one behind it, which is another name of a company, and is listed in an event. */
function withoutFormer(fields: FieldReader, field: string, name: string | null): string | null {
  if (name === null || !FORMER.test(name)) return name;
  if (field !== "name")
    fields.drop(field, name, `${field} ${formatValue(name)} has a former name in brackets, which is left out.`);
  return name.replace(FORMER, "");
}

/** Returns the first of several names in a cell, and lists the cell as one whose others are left out. */
function firstPart(
  fields: FieldReader,
  field: string,
  split: (text: string) => readonly string[],
  what: string,
): string | null {
  const name = fields.name(field, LONGEST.name);
  const [first, ...others] = name === null ? [] : split(name);
  if (name === null || first === undefined || first === "" || others.length === 0) return name;
  fields.drop(field, name, `${field} ${formatValue(name)} names several ${what}, of which the first counts.`);
  return first;
}

/** Returns the name without the terms of a deal behind it, and lists them. */
function withoutTerms(fields: FieldReader, field: string, name: string | null): string | null {
  const terms = name === null ? undefined : TERMS.exec(name)?.[0];
  if (name === null || terms === undefined) return name;
  fields.drop(field, name, `${field} ${formatValue(name)} has terms behind it, which are left out.`);
  return name.slice(0, -terms.length);
}

/** Returns the name before the verb of a headline, and lists the headline. */
function withoutHeadline(fields: FieldReader, field: string, name: string | null): string | null {
  const company = name === null ? undefined : companyInHeadline(name);
  if (name === null || company === undefined) return name;
  fields.drop(
    field,
    name,
    `${field} ${formatValue(name)} is a headline, of which the words before the verb are the name.`,
  );
  return company;
}

/** An address in place of a name is that of the company. */
function checkName(fields: FieldReader, field: string) {
  const stated = firstPart(fields, field, splitCompanies, "companies")?.replace(TICKER, "") ?? null;
  const first = field === "acquirer.name" && stated !== null ? stated.replace(GLUED, "") : stated;
  const name = withoutHeadline(fields, field, withoutTerms(fields, field, withoutFormer(fields, field, first)));
  const areBuyers = field === "acquirer.name" && name?.includes(",") === true && splitInvestors(name).length > 1;
  if (name !== null && (areBuyers || (IS_SIDE.test(field) && MAY_BE_SEVERAL.test(name))))
    fields.drop(field, name, `${field} ${formatValue(name)} may name several companies, and is kept as one name.`);
  if (name === null || !UNNAMED.test(name)) {
    const read = name !== null && /^https?:\/\/\S+$/i.test(name) ? readDomain(name) : undefined;
    return { name, domain: read !== undefined && "domain" in read ? read.domain : null };
  }
  fields.noteNothing(field, name);
  return { name: null, domain: null };
}

/** A profile on the professional network that stands in place of a domain is kept as the profile. */
function checkDomain(fields: FieldReader, field: string, takesProfile: boolean) {
  const text = fields.short(field);
  if (text === null) return { domain: null, profile: null };
  // A source may list several domains, the main one first.
  const read = readDomain(text) ?? readDomain(text.split(/[\s,;|]+/)[0] ?? "");
  if (read !== undefined && "domain" in read) return { domain: read.domain, profile: null };
  const profile = read === undefined || !takesProfile ? null : read.profile;
  if (profile === null && isMissing(text)) fields.noteNothing(field, text);
  else if (profile === null)
    fields.drop(
      field,
      text,
      read === undefined
        ? `${field} ${formatValue(text)} is not a domain or URL.`
        : `${field} ${formatValue(text)} is a page on ${read.shared}, not a domain of its own.`,
    );
  return { domain: null, profile };
}

/** The capitals of these countries have the same name. */
const CITY_STATES: ReadonlySet<string> = new Set("SG HK MO LU MC SM GI DJ KW PA GT VA MX AD".split(" "));
/** Cities or states elsewhere have these names of countries. */
const ALSO_CITIES: ReadonlySet<string> = new Set(
  "salvador granada holland georgia jersey lebanon peru cuba benin brasilia".split(" "),
);

/** These are provinces of Canada and of China, and no cities. */
const PROVINCE =
  /^(?:AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT|(?:河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海)省?)$/;

/** Some cells of places say that there is none, or state another fact. */
const NO_CITY =
  /\b(?:employees|pending|remote|worldwide|multiple|various|several|mehrere|plusieurs|varios|vários)\b|несколько|^(?:global|online|virtual|international)\b|^(?:海外|国外|境外)$|\bbay area$|^silicon valley$|\bmetro(?:politan)? area$|^greater \S+(?: \S+)? area$|©|多地|(?:\S+ ){7}|^(?:경기|강원|충청[남북]|전라[남북]|경상[남북]|전북|제주)(?:특별자치)?도$/i;

/** Addresses in these languages begin with the province, the city and its district; Tokyo is a province and has districts alone. */
const ADDRESS =
  /^(?:(?<tokyo>東京都).+|(?:\p{Script=Han}{2,3}[省県]|北海道|(?:京都|大阪)府|\p{Script=Han}{2,6}自治区)?(?<city>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,7}?市(?!市)).*|(?:\p{Script=Hangul}+ )??(?<si>\p{Script=Hangul}+시)(?: .*)?|(?<metropolis>\p{Script=Hangul}{2}) \p{Script=Hangul}+구(?: .*)?)$/u;

const NEXT_CITY = /\s*(?:\/|;|\||&|\+|·|,(?!\s*(?:\p{Lu}\.?){2}$)|\s[-–—]\s)\s*(?=\p{Lu})/u;
/** A city has few words, without digits and signs. */
const CITY = /^(?:[\p{L}\p{M}.'’ʻ`-]+(?:\s|,\s*(?:\p{Lu}\.?){2}$|$)){1,6}$/u;

/** Returns the first of several countries, and lists the cell. A place without a country is listed as a city, if at all. */
function checkCountry(fields: FieldReader, field: string, place: string | null): string | null {
  const text = fields.short(field);
  if (text !== null && text === place) return readCountry(text) ?? null;
  const [first = "", ...others] = text?.split(/\s*[/;|]\s*/) ?? [];
  const country = others.length === 0 ? undefined : readCountry(first);
  if (text === null || country === undefined) return fields.read(field, COUNTRY);
  if (others.some((other) => readCountry(other) !== country))
    fields.drop(field, text, `${field} ${formatValue(text)} names several countries, of which the first counts.`);
  return country;
}

/** Short names may be codes of states as well as of countries. */
function isCode(place: string): boolean {
  return place.length < 4 && !/^(?:USA|UK|UAE)$/.test(place);
}

/** Returns a city without the region in brackets behind it, and the country if the region is one: `Logroño (La Rioja)`. */
function splitRegion(place: string | null): [string | null, string | null] {
  const [, city, region = ""] = /^([^()]+?)\s*\(([^()]+)\)$/.exec(place ?? "") ?? [];
  if (city === undefined || NO_CITY.test(place ?? "") || readCountry(city) !== undefined) return [place, null];
  return [city, isCode(region) ? null : (readCountry(region) ?? null)];
}

/** Sources that know only the country write it in place of the city. */
function checkPlace(fields: FieldReader, paths: FieldPaths): Pick<CompanyFacts, "hqCity" | "hqCountry"> {
  const stated = checkCountry(fields, paths.hqCountry, fields.text(paths.hqCity));
  const text = firstPart(fields, paths.hqCity, (text) => text.split(NEXT_CITY), "places");
  const [place, region] = splitRegion(text);
  const hqCountry = stated ?? region;
  const address = ADDRESS.exec(place ?? "")?.groups;
  const isName = (text: string) => CITY.test(text) && !NO_CITY.test(text) && !PROVINCE.test(text) && !isRegion(text);
  const isCity = place === null || address !== undefined || isName(place);
  if (!isCity) fields.drop(paths.hqCity, place, `${paths.hqCity} ${formatValue(place)} is not a city.`);
  const hqCity = isCity ? (Object.values(address ?? {}).find((city) => city !== undefined) ?? place) : null;
  const named = hqCity === null || isCode(hqCity) || /[,;|/()]/.test(hqCity) ? undefined : readCountry(hqCity);
  if (named === undefined || ALSO_CITIES.has(foldWords(hqCity ?? "")) || (hqCountry ?? named) !== named)
    return { hqCity, hqCountry };
  return { hqCity: CITY_STATES.has(named) ? hqCity : null, hqCountry: named };
}

const LABELS: ReadonlySet<string> = new Set(INDUSTRIES.map((label) => label.toLowerCase()));
const PARTS = /[,;|/]/;

/**
 * Words of an industry or a tag also tell the vertical, and a tag the industry, where the row states none. A label of the
 * interface says all that its source knows, so nothing follows from it.
 */
function checkIndustry(fields: FieldReader, paths: FieldPaths) {
  const text = fields.short(paths.industryGroup);
  const words = text === null || LABELS.has(text.toLowerCase()) ? [] : [text, ...text.split(PARTS)];
  const isVertical = text !== null && readVertical(text) !== undefined && readIndustry(text) === undefined;
  const stated = text === null || isVertical ? null : fields.read(paths.industryGroup, INDUSTRY);
  const industrySubTags = checkTags(fields, paths.industrySubTags);
  const verticals = fields.list(paths.verticals, VERTICAL);
  if (verticals.length > 0 && stated !== null) return { industryGroup: stated, industrySubTags, verticals };
  const derived = [...words, ...industrySubTags].flatMap((word) => readVertical(word.trim()) ?? []);
  return {
    industryGroup: stated ?? industrySubTags.map(readIndustry).find((label) => label !== undefined) ?? null,
    industrySubTags,
    verticals: verticals.length > 0 ? verticals : [...new Set(derived)],
  };
}

/** Such a category says what a company is not, or what became of it. */
const OTHER =
  /^(?:exit(?:s|ed)?|public(?: company)?|unicorns?|active|inactive|acquired|ipo|startups?|others?|autres?|andere|sonstige[sn]?|divers|diverse|otros?|otras?|outros?|altro|altri|various|miscellaneous|misc)$/i;
/** The last category of a sentence ends so; abbreviations are shorter. */
const STOP = /(?<=\p{L}{4})\.$/u;
/** Databases mark the main category of a list so. */
const MAIN = /(?<=[\p{L})])\*+$/u;

function checkTags(fields: FieldReader, field: string): string[] {
  const tags = fields.raw.lists.get(field);
  if (tags === undefined || tags.length === 0) return [];
  const stated = tags.filter((tag) => !OTHER.test(tag));
  for (const tag of tags) if (OTHER.test(tag)) fields.noteNothing(field, tag);
  const fitting = stated.filter((tag) => !fields.isMisfit(field, tag));
  const cut = fitting.map((tag) => fields.cut(field, tag.replace(STOP, "").replace(MAIN, ""), LONGEST.tag));
  const folded = cut.map((tag) => tag.toLowerCase());
  return cut.filter((_, index) => folded.indexOf(folded[index] ?? "") === index);
}

/** Throws `RowError` when the row has no name. */
export function checkInvestor(fields: FieldReader): InvestorStatement {
  const name = fields.name("name", LONGEST.name);
  if (name === null) throw fields.missing("name", "name is missing.");
  return {
    key: fields.key("key", LONGEST.key - 10),
    name,
    domain: checkDomain(fields, "domain", false).domain,
    type: checkType(fields),
    hqCountry: fields.read("hqCountry", COUNTRY),
    firstSeenAt: fields.date("firstSeenAt", 7)?.at ?? null,
    lastSeenAt: fields.date("lastSeenAt", 7)?.at ?? null,
  };
}

/** An investor has one type; of several the first that is known counts, and the cell is listed. */
function checkType(fields: FieldReader): InvestorStatement["type"] {
  const type = fields.read("type", INVESTOR_TYPE);
  const text = type === null ? null : fields.text("type");
  const parts = (text ?? "").split(/[,;|/]/);
  if (text !== null && parts.length > 1 && parts.some((part) => INVESTOR_TYPE.read(part.trim()) !== type))
    fields.drop("type", text, `type ${formatValue(text)} names several types, of which the first counts.`);
  return type;
}

/** Returns investors by name, each once in the order given. */
export function checkInvestors(fields: FieldReader): InvestorStatement[] {
  const cells = fields.raw.lists.get("investors") ?? [];
  const named: readonly RawInvestor[] = [
    ...fields.raw.investors,
    ...cells.flatMap((cell) => {
      const names = splitInvestors(cell);
      const left = names.length === 0 ? cell : wordsBesideNames(cell);
      if (left !== "") fields.noteNothing("investors", left);
      return names.filter((name) => !fields.isMisfit("investors", name)).map((name) => ({ key: null, name }));
    }),
  ];
  if (named.length === 0) return [];
  const once = new Map(named.map((one) => [one.key ?? normalName(one.name), one] as const));
  return [...once.values()].map(({ key, name }) => ({
    key,
    name: fields.cut("investors", name, LONGEST.name),
    domain: null,
    type: null,
    hqCountry: null,
    firstSeenAt: null,
    lastSeenAt: null,
  }));
}
