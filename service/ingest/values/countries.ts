/** Reads countries from their codes, from their names in several languages, and from the end of a place. */
import { countryNames } from "./countries/names";
import { memoize } from "./memoize";
import { foldWords } from "./text";

/** Lists the codes of ISO 3166-1 of the contract's countries: three letters of alpha-3, two of alpha-2, and three digits each. */
const ENTRIES = `
ABWAW533 AFGAF004 AGOAO024 AIAAI660 ALAAX248 ALBAL008 ANDAD020 AREAE784 ARGAR032 ARMAM051 ASMAS016 ATGAG028 AUSAU036
AUTAT040 AZEAZ031 BDIBI108 BELBE056 BENBJ204 BESBQ535 BFABF854 BGDBD050 BGRBG100 BHRBH048 BHSBS044 BIHBA070 BLMBL652
BLRBY112 BLZBZ084 BMUBM060 BOLBO068 BRABR076 BRBBB052 BRNBN096 BTNBT064 BWABW072 CAFCF140 CANCA124 CHECH756 CHLCL152
CHNCN156 CIVCI384 CMRCM120 CODCD180 COGCG178 COKCK184 COLCO170 COMKM174 CPVCV132 CRICR188 CUBCU192 CUWCW531 CYMKY136
CYPCY196 CZECZ203 DEUDE276 DJIDJ262 DMADM212 DNKDK208 DOMDO214 DZADZ012 ECUEC218 EGYEG818 ERIER232 ESHEH732 ESPES724
ESTEE233 ETHET231 FINFI246 FJIFJ242 FLKFK238 FRAFR250 FROFO234 FSMFM583 GABGA266 GBRGB826 GEOGE268 GGYGG831 GHAGH288
GIBGI292 GINGN324 GLPGP312 GMBGM270 GNBGW624 GNQGQ226 GRCGR300 GRDGD308 GRLGL304 GTMGT320 GUFGF254 GUMGU316 GUYGY328
HKGHK344 HNDHN340 HRVHR191 HTIHT332 HUNHU348 IDNID360 IMNIM833 INDIN356 IRLIE372 IRNIR364 IRQIQ368 ISLIS352 ISRIL376
ITAIT380 JAMJM388 JEYJE832 JORJO400 JPNJP392 KAZKZ398 KENKE404 KGZKG417 KHMKH116 KIRKI296 KNAKN659 KORKR410 KWTKW414
LAOLA418 LBNLB422 LBRLR430 LBYLY434 LCALC662 LIELI438 LKALK144 LSOLS426 LTULT440 LUXLU442 LVALV428 MACMO446 MAFMF663
MARMA504 MCOMC492 MDAMD498 MDGMG450 MDVMV462 MEXMX484 MHLMH584 MKDMK807 MLIML466 MLTMT470 MMRMM104 MNEME499 MNGMN496
MNPMP580 MOZMZ508 MRTMR478 MSRMS500 MTQMQ474 MUSMU480 MWIMW454 MYSMY458 MYTYT175 NAMNA516 NCLNC540 NERNE562 NGANG566
NICNI558 NIUNU570 NLDNL528 NORNO578 NPLNP524 NRUNR520 NZLNZ554 OMNOM512 PAKPK586 PANPA591 PERPE604 PHLPH608 PLWPW585
PNGPG598 POLPL616 PRIPR630 PRKKP408 PRTPT620 PRYPY600 PSEPS275 PYFPF258 QATQA634 REURE638 ROURO642 RUSRU643 RWARW646
SAUSA682 SDNSD729 SENSN686 SGPSG702 SHNSH654 SLBSB090 SLESL694 SLVSV222 SMRSM674 SOMSO706 SPMPM666 SRBRS688 SSDSS728
STPST678 SURSR740 SVKSK703 SVNSI705 SWESE752 SWZSZ748 SXMSX534 SYCSC690 SYRSY760 TCATC796 TCDTD148 TGOTG768 THATH764
TJKTJ762 TKLTK772 TKMTM795 TLSTL626 TONTO776 TTOTT780 TUNTN788 TURTR792 TUVTV798 TWNTW158 TZATZ834 UGAUG800 UKRUA804
URYUY858 USAUS840 UZBUZ860 VATVA336 VCTVC670 VENVE862 VGBVG092 VIRVI850 VNMVN704 VUTVU548 WLFWF876 WSMWS882 YEMYE887
ZAFZA710 ZMBZM894 ZWEZW716
`;

/**
 * `EL` and `UK` are the European Union's codes of Greece and the United Kingdom. Sports have codes of their own, of which those
 * from `GER` on are in no other list.
 */
const OTHER_CODES =
  "EL GR,UK GB,UAE AE,KSA SA,ROM RO,TAN TZ,GER DE,DEN DK,NED NL,SUI CH,POR PT,GRE GR,CRO HR,RSA ZA,INA ID,VIE VN";

const CODES: ReadonlyMap<string, string> = new Map([
  ...ENTRIES.trim()
    .split(/\s+/)
    .flatMap((entry) =>
      [entry.slice(0, 3), entry.slice(3, 5), entry.slice(5)].map((code) => [code, entry.slice(3, 5)] as const),
    ),
  ...OTHER_CODES.split(",").map((pair) => [pair.slice(0, -3), pair.slice(-2)] as const),
]);

/** Each place in these states is in the country. */
const STATES_OF: Readonly<Record<string, readonly string[]>> = {
  US: [
    ..."ak ct fl hi ia ks mi nh nj nm nd ny nv oh ok or ri tx ut vt wa wi wv wy dc".split(" "),
    ..."alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|hawaii|idaho".split("|"),
    ..."illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota".split("|"),
    ..."mississippi|missouri|montana|nebraska|nevada|new hampshire|new jersey|new mexico|new york".split("|"),
    ..."north carolina|north dakota|ohio|oklahoma|oregon|pennsylvania|rhode island|south carolina".split("|"),
    ..."south dakota|tennessee|texas|utah|vermont|virginia|washington|west virginia|wisconsin|wyoming".split("|"),
    // Newspapers abbreviate them so, with a point.
    ..."ala ariz ark calif colo conn fla ill kan mass mich minn neb nev okla ore tenn tex wash wis wyo".split(" "),
  ],
  CA: [
    ..."ab bc mb nb ns on qc".split(" "),
    ..."ontario|quebec|british columbia|alberta|manitoba|saskatchewan|nova scotia|new brunswick".split("|"),
  ],
  AU: [
    ..."nsw vic qld act tas".split(" "),
    ..."new south wales|queensland|south australia|western australia|tasmania".split("|"),
  ],
  IN: "maharashtra|karnataka|tamil nadu|telangana|gujarat|haryana|kerala|uttar pradesh|rajasthan|west bengal|punjab".split(
    "|",
  ),
  DE: "bavaria|bayern|hesse|hessen|saxony|sachsen|baden wurttemberg|nordrhein westfalen|north rhine westphalia".split(
    "|",
  ),
  FR: "ile de france|auvergne rhone alpes|provence alpes cote d azur|occitanie|nouvelle aquitaine|hauts de france".split(
    "|",
  ),
  ES: "catalonia|cataluna|catalunya|andalucia|andalusia|pais vasco|euskadi|comunidad de madrid|galicia".split("|"),
};

/** Cities have these names of states, too. */
const CITIES_OF_STATES: ReadonlySet<string> = new Set(["new york", "washington", "quebec"]);
const REGIONS =
  /^(?:europe|asia|africa|americas?|oceania|(?:north|south|east|west|latin|central|southeast|sub saharan|western|eastern|northern|southern) (?:america|asia|europe|africa)|middle east|emea|apac|latam|mena|dach|nordics|benelux|asean|gcc|eu)$/;

/** Tells whether a text names a state, a province or a part of the world, and no city. */
export function isRegion(text: string): boolean {
  const words = foldWords(text);
  return REGIONS.test(words) || (words.length > 3 && STATES.has(words) && !CITIES_OF_STATES.has(words));
}

/**
 * Maps a part of a place that is a state to its country, and to null where it may be a country as well: `Los Angeles, CA` is not in
 * Canada, nor `Atlanta, Georgia` in Georgia.
 */
const STATES: ReadonlyMap<string, string | null> = new Map([
  ..."al az ar ca co de ga georgia id il in ky la me md ma mn ms mo mt ne nc nl pa pe pr sc sd sk tn va"
    .split(" ")
    .map((name) => [name, null] as const),
  ...Object.entries(STATES_OF).flatMap(([country, names]) => names.map((name) => [name, country] as const)),
]);
const GEORGIAN_CITIES = /\b(tbilisi|batumi|kutaisi|rustavi)\b/;

let names: ReadonlyMap<string, string> | undefined;

/**
 * Returns the alpha-2 code of a country from its ISO 3166-1 code, its name in a common language or its own, an official
 * or former name, or a place that ends with one (`Leeds, UK`); undefined for anything else, and for states whose
 * names are those of countries too.
 */
export const readCountry: (text: string) => string | undefined = memoize((text) => {
  const place = firstPlace(text);
  return (
    countryItself(text) ??
    (place === text ? undefined : countryItself(place)) ??
    markedCountry(place) ??
    placeCountry(place)
  );
});

/** The places in brackets behind a code are within the country, or others: `US (Bay Area, Israel)`. */
function markedCountry(text: string): string | undefined {
  const code = /^([A-Z]{2,3})\s*\([^)]*,[^)]*\)$/.exec(text)?.[1];
  return code === undefined ? undefined : CODES.get(code);
}

function countryItself(text: string): string | undefined {
  return CODES.get(text.toUpperCase()) ?? flagCountry(text) ?? namedCountry(text);
}

/** A flag consists of two regional indicators, which are letters of the code. */
function flagCountry(text: string): string | undefined {
  if (!/^[\u{1f1e6}-\u{1f1ff}]{2}$/u.test(text)) return undefined;
  const letters = [...text].map((part) => String.fromCharCode((part.codePointAt(0) ?? 0) - 0x1f1e6 + 65));
  return CODES.get(letters.join(""));
}

const OF = "(?:of|de la|de las|de los|de l|du|des|de|del|della|di|do|da|dos|d|von|van|av)";
/** Official names are a form of state and the name. */
const FORM_OF_STATE = new RegExp(
  String.raw`^(?:\w+ ){0,2}?(?:republic|kingdom|state|states|principality|sultanate|duchy|commonwealth|union|federation|emirate|republique|royaume|republik|bundesrepublik|konigreich|furstentum|republica|reino|repubblica|regno|republiek|koninkrijk)(?: ${OF})? (?:the )?`,
);

function namedCountry(text: string): string | undefined {
  names ??= countryNames();
  const words = foldWords(text.replace(/&/g, " and ")).replace(/^the /, "");
  const initials = /^\w(?: \w)+$/.test(words) ? CODES.get(words.replaceAll(" ", "").toUpperCase()) : undefined;
  return (
    initials ??
    names.get(words) ??
    names.get(foldWords(text)) ??
    names.get(words.replace(FORM_OF_STATE, "")) ??
    reversedCountry(words, text)
  );
}

/** Lists sorted by name write `Korea, Republic of` and `Iran (Islamic Republic of)`. */
function reversedCountry(words: string, text: string): string | undefined {
  const [, name = "", form = ""] = /^(.+?)\s*[,(]\s*(.+?(?:of|of the))\s*\)?$/i.exec(text) ?? [];
  if (form === "") return undefined;
  const whole = foldWords(`${form} ${name}`).replace(/^the /, "");
  return names?.get(whole) ?? names?.get(whole.replace(FORM_OF_STATE, "")) ?? names?.get(words);
}

/** The first of two places counts: `Boston, MA and London, UK`. */
const NEXT_PLACE = /^([^,]+,[^,]+?)\s+(?:and|&)\s+[^,]+,.*$/;
/** The names of two places have fewer characters. */
const LONGEST_PLACES = 200;

function firstPlace(text: string): string {
  const [first = ""] = text.split(";");
  return first.length > LONGEST_PLACES ? first : first.replace(NEXT_PLACE, "$1");
}

/** A city state next to one of these is another place of several: `New York, Paris, Singapore`. */
const CITY_STATES = /^(?:SG|HK|LU|MC|MO)$/;
const CITIES_ELSEWHERE: ReadonlySet<string> = new Set(
  "london|paris|new york|san francisco|boston|chicago|los angeles|palo alto|menlo park|silicon valley|toronto|berlin|munich|amsterdam|brussels|madrid|barcelona|milan|zurich|geneva|stockholm|dublin|tel aviv|dubai|mumbai|bangalore|bengaluru|new delhi|beijing|shanghai|shenzhen|hong kong|taipei|tokyo|seoul|jakarta|bangkok|kuala lumpur|sydney|melbourne|sao paulo".split(
    "|",
  ),
);

function placeCountry(text: string): string | undefined {
  const parts = text.split(/[,|/()]|\s[-–—]\s/).map((part) => part.trim());
  const stated = parts.filter((part) => part !== "");
  const last = stated.at(-1) ?? "";
  if (stated.length < 2 && last === text) return undefined;
  const state = STATES.get(foldWords(last));
  if (state !== undefined) return state ?? georgia(text, last);
  const other = stated.slice(0, -1).find((part) => CITIES_ELSEWHERE.has(foldWords(part)));
  const end = namedCountry(last) ?? "";
  if (other !== undefined && CITY_STATES.test(end) && namedCountry(other) !== end) return undefined;
  for (const part of stated.reverse()) {
    const code = /^[A-Z]{2,3}$/.test(part) ? CODES.get(part) : undefined;
    const found = code ?? namedCountry(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

function georgia(text: string, last: string): string | undefined {
  return foldWords(last) === "georgia" && GEORGIAN_CITIES.test(foldWords(text)) ? "GE" : undefined;
}
