/** Reads the names that sources give to funding rounds. */
import { ROUNDS } from "@dealflow/contract/values/events";
import { memoize } from "./memoize";
import { isMissing } from "./missing";
import { decodeEscapes, foldWords } from "./text";

export type Round = (typeof ROUNDS)[number]["value"];

export interface ReadRound {
  readonly round: Round;
  /** It is false for a name without any known word, which is stored as `other`. */
  readonly recognized: boolean;
}

/** Such an event changes who owns a company, or ends it: it is no round. */
const NOT_A_ROUND = new RegExp(
  [
    String.raw`\b(acqui(sition|red|hire|sitions)|merger|mergers|merged|fusion|takeover|buy ?outs?|lbo|mbo|mbi|buy ?back)\b`,
    String.raw`\b(bankruptcy|bankrupt|insolven\w*|liquidat\w*|liquidation|chapter 11|out of business|faillite|quiebra)\b`,
    String.raw`\b(redressement|spin ?(out|off)s?|carve ?out|ausgrundung|scission|exit|delisting|dissolution|dissolved)\b`,
    String.raw`\b(initial public offering|going public|direct listing|introduction en bourse|borsengang|salida a bolsa)\b`,
    String.raw`\b(adquisicion|adquirida|rachat|ubernahme|verkauf|acquisizione|aquisicao|overname|reverse merger)\b`,
    String.raw`\b(przejecie|akwizycja|forvarv|uppkop|opkob|oppkjop|yrityskauppa|akvizice|felvasarlas|achizitie|akuisisi)\b`,
    "satin alma|поглощени|поглинанн|收购|收購|并购|併購|買収|인수|上市$|^新三板$|上場|상장|破产|破産|банкротств",
    // A fund that closes is no round of a company.
    String.raw`\b(ipo|listing|repurchase)\b|^m (and )?a( |$)|\bfund ([ivx]+|\d+|launch|close)\b`,
  ].join("|"),
);
const SPAC = /^(de )?spac( merger| ipo)?$/;
const POST_IPO = /\bpost ?(ipo|listing)\b|上市[后後]/;
const PRE_IPO = /\bpre ?ipo\b/;
const EXTENSION =
  /\b(extension|extended|extend|ext|prolongation|erweiterung|ampliacion|estensione|extensao|forlangning|rozszerzenie|rozsireni|uzatma)\b|расширени|延長|연장/;
const BRIDGE =
  /\b(bridge|bridging|pont|relais|puente|ponte)\b|\b(?:brucken|bruecken|pomostow|preklenovac|athidalo)\w*|\b(?:bro|bryg|silta)(?:runda|runde|finans|laina|rahoit|emis)\w*|бридж|过桥|過橋|フリッシ|브릿지|브리지/;

const SERIES =
  "(?:series?|serien|class|venture|round|runde|ronda|rodada|tour|finanzierungsrunde|seria|seri|serija|runda|kolo|kierros|sarja|tur|putaran)";
const DEBT = [
  "debt",
  "dette|deuda|divida|debito|schulden",
  "loans?|lending|prets?|prestamo|prestito|emprunt|kredit|darlehen|lening",
  "credit|fremdkapital|mezzanin\\w*|(?<!new |plant |production |manufacturing )facility|bonds?|debentures?|anleihe|obligations?|obligataire|notes payable",
  "dlug\\w*|kredyt\\w*|pozyczka|obligacj\\w*|lan|laan|gjeld|gaeld|laina\\w*|uver|dluh\\w*|hitel|kolcson|imprumut|borc|kredi|utang|pinjaman",
  "revenue based|securiti[sz]ation|receivables|avance remboursable|factoring|mortgage",
].join("|");

/** The name that comes first in a text counts: a "Seed & Private" is a seed round. */
const NAMES: readonly (readonly [RegExp, Round | "series" | "pre-series"])[] = [
  [
    /\bpre ?(seed|amorcage|semilla|semente|grundung|zalazkow\w*)\b|\bvorgrundung\w*|\b(?:tohum oncesi|on tohum)\b|предпосевн|прединвестиц|pre ?种子|フレシート|프리 ?시드/,
    "pre-seed",
  ],
  [new RegExp(String.raw`\bpre (?:${SERIES} )?([a-z])\d*\b`), "pre-series"],
  [/(?:\bpre ?(?:シリース|시리즈)|フレ(?:シリース)?|프리 ?(?:시리즈)?) ?([a-z])(?![a-z])/, "pre-series"],
  [new RegExp(String.raw`\b${SERIES} ([a-z])\1?\d*\b|\bseries([a-r])\d*\b|^([a-i])\d*$`), "series"],
  [/\b([a-i]) (?:round|runde|series?|serie|ronda|tour|runda|kierros|sarja|kolo|turu|serisi|koros)\b/, "series"],
  [/(?:^| )([a-z])\d* ?(?:轮|輪|ラウント|라운드)/, "series"],
  [/(?:シリース|시리즈) ?([a-z])(?![a-z])/, "series"],
  [/(?:раунда?|сери[яії]) ([a-iавбс])(?!\p{L})/u, "series"],
  [
    /\b(seed\w*|amorcage|semilla|semente|zaai\w*|siemen\w*|zalazkow\w*|sadd\w*|sakorn\w*|tohum|magveto|startfinanzierung|startkapital|anschub\w*|fruhphase\w*)\b|посевн|посівн|种子|種子|シート|시드/,
    "seed",
  ],
  [
    /\b(angels?|angle|angelique|angeles|anges?|anjos?|engel|providence|aniol\w*|enkeli\w*|melek|angyal\w*)\b|ангел|天使|エンシェル|엔젤/,
    "angel",
  ],
  [
    /\b(?:(?:dette|obligations?|debt|loan|bonds?|notes?|emprunt|pret|pozyczka|obligacje|laina) )?(?:con|kon)[vw]er[ts]\w*|\bwandel\w*|конверт|可转债|可轉債|転換社債|전환사채|^(promissory )?notes?$|\bkiss\b/,
    "convertible",
  ],
  [/\b(safe|bsa air)\b|\bsimple agreement for future equity\b/, "safe"],
  [
    new RegExp(String.raw`(?<!\bequity (?:and )?)\b(${DEBT})\b|\w+(kredit|darlehen)\b|кредит|долгов|债|債務|借入|대출`),
    "debt",
  ],
  [
    /\b(grants?|subvention\w*|subvencion\w*|subsid(?!iar)\w*|zuschuss|forder\w*|beihilfe|sovvenzion\w*|subvencao|prize|prix|concours|award|donation|dotacj\w*|dotace|bidrag|tilskudd?|apuraha|avustus|palyazat|granty|hibe|hibah)\b|грант|补助|補助|助成|보조금|지원금/,
    "grant",
  ],
  [/\b(secondary|secondaire|secundari\w*|sekundar\w*|tender offer)\b|вторичн|股权转让|老股转让/, "secondary"],
  [/\bpipe\b|\bprivate investment in public equity\b|定增|定向增[发發]/, "pipe"],
];

/** These count only where no name says more: a "Growth (Series D)" is a Series D. */
const GENERAL_NAMES: readonly (readonly [RegExp, Round])[] = [
  [/\b(private equity|capital investissement|beteiligungskapital|capital privado)\b|^pe$/, "private-equity"],
  [
    /\b(growth|late|later|croissance|crecimiento|crescita|expansion|scale ?up|capital developpement|development capital)\b|\b(?:wachstum|wzrost|tillvaxt|vaekst|vekst|kasvu|novekedes|buyume)\w*|рост|成长|成長|后期|後期|クロース/,
    "growth",
  ],
];

/** These words tell that a text names some round, though none of the values. */
const VOCABULARY =
  /\b(rounds?|runde|ronda|tour|rodada|series?|stage|vc|private|strategic|strategique|corporate|public|unattributed|other|unknown)\b|fund|fond|financ|finanz|capital|kapital|invest|inversion|equity|venture|placement|offering|rais|levee|sale|auction|token|coin|crowd|ecosystem|assistance|program|accelerat|incubat|friends|family|launch|\breg (a|cf|d)\b|\b(ico|ieo|ifo|ido|ino|saft|dao|nft|spac)\b|emisj|emission|rahoit|kierros|runda|seria|inwest|strateg|yatirim|pendanaan|раунд|инвест|інвест|стратег|轮|輪|融资|融資|战略|戰略|投资|投資|調達|増資|ラウント|라운드|투자|시리즈/;

/** The letter before an apostrophe is no series: `tour d’amorçage`. */
const ELISION = /\b[dl]['’]/gi;

/** Amounts stand before or after names: `PLN4.6m SERIES A`, `€7.1m`. */
const AMOUNT =
  /(?:\b[a-z]{0,3}[$€£¥₹]|\b[a-z]{3} ?(?=\d))? ?\d[\d.,]*\d? ?(?:k|m|b|bn|mn|mm|mio|mrd|million|billion|crore|lakh)?\b ?(?:[€$£]|(?:eur|usd|gbp|inr)\b)?/gi;
const HAS_CURRENCY = /[$€£¥₹]|\b[a-z]{3} ?\d|\d ?(?:k|m|b|bn|mn|mm|mio|mrd)\b/i;

/** These words say that there was a round, and not which one: `Venture` of Crunchbase is a round of an unknown series. */
const NO_STAGE =
  /^(?:(?:venture|venture capital|capital risque|vc|equity|fund(?:ing|raise|raising)|financing|investment|deal|capital raise|levee(?: fonds)?)(?: (?:round|funding|financing|investment|(?:series )?unknown))?|finanzierungsrunde|ronda(?: (?:inversion|financiacion))?|ampliacion capital|rodada|融资|融資|資金調達|투자유치)$/;

/** A series without its letter is not known: `Series unknown`, `Series?`. */
const SERIES_WORD = /^(?:series|serie|round|stage)(?: |$)/;

/**
 * Returns the round that a text names, "not a round" for an event of another kind such as an acquisition, and undefined
 * when the text states nothing (`undisclosed`). A name that is not known is the round `other`.
 */
export const readRound: (text: string) => ReadRound | "not a round" | undefined = memoize((text) => {
  const plain = decodeEscapes(text).replace(ELISION, "");
  const stated = HAS_CURRENCY.test(plain) ? plain.replace(AMOUNT, " ") : plain;
  const words = foldWords(stated);
  if (words === "") return stated === plain ? undefined : { round: "other", recognized: true };
  if (isMissing(stated.trim()) || isMissing(words)) return undefined;
  const name = words.replace(SERIES_WORD, "");
  if (name === "" || isMissing(name) || NO_STAGE.test(name.replace(/\b(?:de|des) /g, ""))) return undefined;
  if (PRE_IPO.test(words)) return { round: "pre-ipo", recognized: true };
  if (POST_IPO.test(words)) return { round: postIpoRound(words), recognized: true };
  const named = firstName(words);
  // The seed round of a spin-out is a round.
  if (named === undefined && (NOT_A_ROUND.test(words) || SPAC.test(words))) return "not a round";
  if (EXTENSION.test(words)) return { round: "extension", recognized: true };
  if (BRIDGE.test(words)) return { round: "bridge", recognized: true };
  const round = named ?? GENERAL_NAMES.find(([pattern]) => pattern.test(words))?.[1];
  return round === undefined ? { round: "other", recognized: VOCABULARY.test(words) } : { round, recognized: true };
});

function postIpoRound(words: string): Round {
  const round = firstName(words);
  return round === "debt" || round === "convertible" || round === "secondary" || round === "grant" ? round : "pipe";
}

function firstName(words: string): Round | undefined {
  let [first, round] = [Number.POSITIVE_INFINITY, undefined as Round | undefined];
  for (const [pattern, named] of NAMES) {
    const match = pattern.exec(words);
    if (match === null || match.index >= first) continue;
    const letter = match[1] ?? match[2] ?? match[3] ?? "";
    first = match.index;
    round = named === "series" ? seriesRound(letter) : named === "pre-series" ? preSeriesRound(letter) : named;
  }
  return round;
}

/** The Cyrillic letters look like the Latin ones, or follow their own alphabet. */
const CYRILLIC: Readonly<Record<string, string>> = { а: "a", б: "b", в: "b", с: "c" };

/** Rounds after Series I have no value of their own, and come as late as growth rounds. */
function seriesRound(letter: string): Round {
  const round = `series-${CYRILLIC[letter] ?? letter}`;
  return ROUNDS.find(({ value }) => value === round)?.value ?? "growth";
}

/** A round before the Series A is a late seed round; one before a later series is counted with that. */
function preSeriesRound(letter: string): Round {
  return letter === "a" ? "seed" : seriesRound(letter);
}

/** Tells whether a text says which round it was, as `Series A` does and `Venture Capital` does not. */
export function namesStage(text: string): boolean {
  const read = readRound(text);
  return typeof read === "object" && read.recognized && read.round !== "other";
}
