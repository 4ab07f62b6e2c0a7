/** Collects the names of countries: those that the platform knows in several languages, and those that it does not. */
import { COUNTRIES } from "@dealflow/contract/values/countries";
import { foldWords } from "../text";

/** Companies are listed in these languages most; each country's own is added to them. English comes first and wins. */
const LANGUAGES = "en fr de es it pt nl sv da nb tr ru zh zh-Hant ja pl fi cs hu ro uk ko id".split(" ");

/**
 * These names are official, former or colloquial ones, as `foldWords` leaves them. "Congo" alone is the ISO name of the
 * smaller country.
 */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  AE: "emirates|emirats|emirate|vae|eau",
  BA: "bosnia|bosnia herzegovina|bosnia and herzegovina|bosnia hercegovina|bosnie",
  BN: "brunei darussalam",
  BO: "plurinational state of bolivia",
  BQ: "bonaire|bonaire sint eustatius and saba|bes islands",
  BS: "the bahamas",
  BY: "byelorussia|weissrussland|belorussia",
  CD: "democratic republic of the congo|democratic republic of congo|dr congo|drc|congo kinshasa|zaire|congo dr|congo democratic republic|rd congo|rdc",
  CF: "central african rep|car",
  CG: "congo|kongo|republic of the congo|republic of congo|congo brazzaville|congo republic",
  CH: "swiss confederation|helvetia|confoederatio helvetica",
  CI: "ivory coast|cote d ivoire|elfenbeinkuste",
  CN: "pr china|p r china|prc|mainland china|people s republic of china|peoples republic of china|china mainland|china pr|volksrepublik china|zhongguo",
  CV: "cape verde|cabo verde",
  CW: "curacao",
  CZ: "czech republic|czech rep|czechoslovakia|cesko|ceska republika|tschechische republik|republique tcheque|republica checa|repubblica ceca|tsjechische republiek",
  DO: "dominican rep|dominicana",
  FK: "falkland islands malvinas|islas malvinas",
  FM: "federated states of micronesia",
  GB: "great britain|britain|england|scotland|wales|northern ireland|united kingdom of great britain and northern ireland|u k|grossbritannien|grande bretagne|gran bretana|gran bretagna|gra bretanha|groot brittannie|engeland|angleterre|inglaterra|inghilterra|ecosse",
  GM: "the gambia|gambia",
  GR: "hellas|hellenic republic|ellada",
  GW: "guinea bissau",
  HK: "hong kong|hong kong sar|hong kong sar china|hong kong china|hongkong|hksar",
  IE: "eire|republic of ireland|irish republic",
  IR: "persia|islamic republic of iran",
  KG: "kyrgyz republic|kirghizia|kirgisistan",
  KN: "saint kitts and nevis|st kitts and nevis|st kitts",
  KP: "democratic people s republic of korea|democratic peoples republic of korea|dprk|korea north|korea democratic people s republic of|korea dpr",
  KR: "korea|south korea|s korea|korea south|korea rep|rok|republic of korea|sudkorea|corea|corea del sur|coree",
  LA: "lao people s democratic republic|lao pdr|lao",
  LC: "saint lucia|st lucia",
  LY: "libyan arab jamahiriya|state of libya",
  MD: "republic of moldova|moldavia",
  MF: "saint martin|saint martin french part",
  MK: "macedonia|fyrom|republic of macedonia|former yugoslav republic of macedonia|the former yugoslav republic of macedonia|mazedonien|macedoine",
  MM: "burma|birma|birmanie",
  MO: "macau|macao|macau sar|macao sar",
  NL: "holland|the netherlands|netherlands the|hollande|holanda|olanda",
  PS: "palestine|palestinian territory|occupied palestinian territory|west bank|gaza|state of palestine",
  RU: "russian federation|russian fed|russische foderation|federation de russie|russie federation",
  SH: "saint helena ascension and tristan da cunha|saint helena",
  SK: "slovak republic|slovakian republic",
  ST: "sao tome and principe",
  SX: "sint maarten|sint maarten dutch part|st maarten",
  SY: "syrian arab republic",
  SZ: "swaziland|kingdom of eswatini",
  TC: "turks and caicos islands|turks and caicos",
  TL: "east timor|timor leste",
  TR: "turkey|turkei|turquie|turquia|turchia|turkije|republic of turkiye",
  TT: "trinidad and tobago|trinidad",
  TW: "republic of china|taiwan roc|taiwan r o c|taiwan province of china|chinese taipei|roc",
  TZ: "united republic of tanzania",
  US: "united states of america|the united states|united states|u s of a|us of a|etats unis d amerique|vereinigte staaten von amerika|ee uu|eeuu|eua|estados unidos de america|stati uniti d america|amerika",
  VA: "holy see|holy see vatican city state|vatican",
  VC: "saint vincent and the grenadines|st vincent and the grenadines|st vincent",
  VE: "bolivarian republic of venezuela",
  VG: "british virgin islands|virgin islands british|bvi",
  VI: "us virgin islands|u s virgin islands|virgin islands u s|virgin islands us|united states virgin islands",
  VN: "viet nam|socialist republic of vietnam",
  ZA: "rsa|republic of south africa",
};

/** Returns the alpha-2 code of each name, as `foldWords` leaves it; takes some tens of ms. */
export function countryNames(): ReadonlyMap<string, string> {
  const stated = Object.entries(OTHER_NAMES).flatMap(([code, names]) =>
    names.split("|").map((name) => [name, code] as const),
  );
  const known = LANGUAGES.flatMap((language) => {
    const names = regionNames(language);
    return COUNTRIES.map(({ value }) => [foldedName(names, value), value] as const);
  });
  const ownLanguages = COUNTRIES.map(({ value }) => new Intl.Locale(`und-${value}`).maximize().language);
  const ownNames = new Map([...new Set(ownLanguages)].map((language) => [language, regionNames(language)] as const));
  const own = COUNTRIES.map(
    ({ value }, at) => [foldedName(ownNames.get(ownLanguages[at] ?? ""), value), value] as const,
  );
  const titles = COUNTRIES.map(({ value, title }) => [foldWords(title), value] as const);
  // A later entry replaces an earlier one.
  return new Map([...own, ...known.reverse(), ...stated, ...titles].filter(([name]) => name !== ""));
}

/** Making one takes longer than reading several names of it. */
function regionNames(language: string): Intl.DisplayNames {
  return new Intl.DisplayNames([language], { type: "region", fallback: "none" });
}

function foldedName(names: Intl.DisplayNames | undefined, code: string): string {
  return foldWords(names?.of(code) ?? "");
}
