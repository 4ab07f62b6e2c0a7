/** Decides which kind of records a file has. */
import { KINDS, type Kind } from "../fields";
import { titleSeniority } from "../values/moves";
import { namesStage } from "../values/rounds";
import { isEffectiveDate } from "./assign";
import type { Classified } from "./by-name";
import { isBuyoutType, isFinancial } from "./name-sides";
import { columnWords } from "./names/column-words";
import type { Concept, Side } from "./names/synonyms";
import { type ColumnProfile, getShare } from "./profile";

/** Words in the name of a file, of which the first that is found says what it lists. */
const FILE_WORDS: Readonly<Record<Kind, RegExp>> = {
  acquisition:
    /\b(?:acquisitions?|mergers?|takeovers?|rachats?|ubernahmen?|adquisiciones|overnames|przejecia|forvarv|opkob|oppkjop|yrityskaupat|akvizice|felvasarlasok|achizitii|satin alma\w*|akuisisi)\b|поглощени|поглинання|收购|并购|收購|併購|買収|인수합병/,
  funding:
    /\b(?:fundings?|rounds?|levees?|finanzierungsrunden|rondas|deals?|raises|offerings?|financings?|investeringsrondes|inwestycje|rundy|finansieringsrundor|emissioner|kapitalrejsninger|emisjoner|rahoituskierrokset|investice|befektetesek|runde|investitii|yatirimlar\w*|pendanaan)\b|раунды|инвестиции|інвестиції|融资|融資|資金調達|투자유치/,
  exec_move:
    /\b(?:exec|execs|executives?|moves?|departures?|appointments?|hires|nominations?|ceo|people|benoemingen|powolania|chefsbyten|utnamningar|udnaevnelser|ansettelser|nimitykset|jmenovani|kinevezesek|numiri|atamalar|penunjukan)\b|назначения|призначення|任免|人事|인사/,
  investor:
    /\b(?:investors?|vcs?|accelerators|incubators|funds|investisseurs|investoren|inversores|angels|investeerders|inwestorzy|investerare|investorer|sijoittajat|befektetok|investitori|yatirimcilar)\b|инвесторы|інвестори|投资机构|投資機構|投資家|투자사/,
  company:
    /\b(?:companies|company|startups?|organi[sz]ations?|entreprises|unternehmen|empresas|firms|bedrijven|spolki|bolag|foretag|virksomheder|selskaper|yritykset|firmy|cegek|companii|sirketler|perusahaan)\b|компании|компанії|стартапы|公司|企業|企业|스타트업|기업/,
};

/** Files of deals may be of purchases, too. */
const DEALS = /\bdeals?\b/;
const FILE_OF_ROUNDS = new RegExp(FILE_WORDS.funding.source.replace("deals?|", ""));

/** A date among such facts is that of another event than a round or a deal. */
const OTHER_EVENTS = /\b(?:laid off|layoffs?|bankrupt\w*|shut ?down)\b/;

/** Facts about a company, each of which makes a list of companies somewhat more likely. */
const COMPANY_FACTS: readonly Concept[] = [
  ...(["website", "employees", "founded", "description", "city", "country", "location", "industry"] as const),
  ...(["linkedin", "naics", "businessModel", "companyKey"] as const),
];

/** Returns the kind with the most evidence in the names, and how clear that is, from 0 to 1. */
export function decideKind(
  fileName: string,
  all: readonly Classified[],
): { readonly kind: Kind; readonly confidence: number } {
  // A column without values says nothing where others have some.
  const stated = all.filter(({ profile }) => profile.values.length > 0);
  const columns = stated.length === 0 ? all : stated;
  const has = (concept: Concept, side?: Side) =>
    columns.some((one) => one.concept === concept && (side === undefined || one.side === side));
  // A list of companies may have an acquirer of the few that were acquired.
  const hasSide = (side: Side) =>
    columns.some((one) => one.side === side && one.concept !== null && one.profile.fill > 0.2);
  const isNamed = (concept: Concept) => columns.some((one) => one.concept === concept && one.confidence > 0.6);
  // The category of a fund may be its number.
  const hasTypes = columns.some(
    ({ concept, confidence, profile: { values, shares } }) =>
      concept === "investorType" && confidence > 0.6 && (values.length === 0 || shares.investorType > 0.2),
  );
  const isSure = (concept: Concept) => columns.some((one) => one.concept === concept && one.confidence > 0.9);
  const mentions = (pattern: RegExp, ...concepts: readonly Concept[]) =>
    columns.some(
      ({ concept, profile }) => concept !== null && concepts.includes(concept) && pattern.test(profile.words),
    );
  // Deals in progress have stages, too, which are no rounds.
  const hasRound = columns.some(
    ({ concept, profile: { values, shares } }) =>
      concept === "round" && (values.length === 0 || shares.round > 0 || values.slice(0, 1_000).some(namesStage)),
  );
  const isOther = columns.some(({ profile }) => OTHER_EVENTS.test(profile.words));
  const hasDate = !isOther && (["announced", "year", "filed", "closing"] as const).some((concept) => has(concept));
  const words = columnWords(fileName).join(" ");
  const scores: Record<Kind, number> = { funding: 0, acquisition: 0, exec_move: 0, company: 1.5, investor: 0 };
  scores.company += COMPANY_FACTS.filter((concept) => has(concept)).length * 0.5;
  const isRound = isSure("amount") && (hasRound || has("investors"));
  if (hasDate || (isRound && (has("seen") || columns.some(isEffectiveDate)))) {
    const money =
      (has("amount") ? 2 : 0) + (isNamed("investors") || isNamed("leadInvestors") || has("name", "investor") ? 2 : 0);
    // A date of anything may be in a list of companies; that of a round beside an amount is in a list of rounds.
    const isRaised = isSure("amount") && (mentions(ROUND_WORDS, "announced", "year") || mentions(INVESTED, "amount"));
    const isOfRounds =
      hasRound ||
      (["roundCode", "investors", "leadInvestors"] as const).some((concept) => has(concept)) ||
      has("name", "investor") ||
      mentions(ROUND_WORDS, "amount");
    const areAccounts = !isOfRounds && columns.filter(isFinancial).length >= 2;
    // Deals of any kind have amounts and dates.
    const mayBeDeals = !isOfRounds && !isRaised && DEALS.test(words) && !FILE_OF_ROUNDS.test(words);
    if (!areAccounts && !mayBeDeals)
      scores.funding = money + (hasRound || has("roundCode") ? 2.5 : 0) + (money > 0 ? 1.5 : 0) + (isRaised ? 1.5 : 0);
    scores.acquisition = (hasSide("acquirer") ? 6 : 0) + (hasSide("target") ? 2 : 0) + (has("payment") ? 1 : 0);
    scores.acquisition += columns.some(isBuyoutType) ? 3 : 0;
    scores.acquisition += mentions(/\b(?:acquisition|merger|takeover)\b/, "announced") ? 3 : 0;
    // A target is bought even where no column says by whom.
    scores.acquisition += has("name", "target") && !has("name", "company") && !has("investors") && !hasRound ? 3 : 0;
  }
  // Nothing but a deal has both, so that what a list lacks is the date.
  if (has("name", "acquirer") && has("name", "target")) scores.acquisition = Math.max(scores.acquisition, 8);
  if (hasDate || has("joined") || has("left") || (has("seen") && has("moveType"))) {
    const hasPerson = columns.some((one) => isPersonOfMove(one, has("joined") && has("left")));
    const hasRoles = columns.some(areRoles);
    const isPerson = hasPerson || hasRoles;
    scores.exec_move = (hasRoles ? 3 : 0) + (hasPerson ? 3 : 0) + (has("moveType") && isPerson ? 2 : 0);
    scores.exec_move += isPerson && (has("joined") || has("left")) ? 2 : 0;
  }
  scores.investor = (has("name", "investor") && !has("name", "company") ? 5 : 0) + (hasTypes ? 4 : 0);
  scores.investor += !hasDate && columns.some(({ profile }) => INVESTOR_FACTS.test(profile.words)) ? 4 : 0;
  scores.investor += !hasDate && has("key", "investor") && !has("name", "company") ? 3 : 0;
  const isEvent = scores.funding + scores.acquisition + scores.exec_move > 0;
  if (!isEvent && columns.some(areInvestors)) scores.investor = Math.max(scores.investor, scores.company + 1);
  // The amount, the date and the lead of an initial public offering are those of no round.
  if (/\bipos?\b/.test(words) && !hasRound) scores.funding = 0;
  const hints = (Object.keys(FILE_WORDS) as Kind[]).filter((kind) => FILE_WORDS[kind].test(words));
  const [hint] = hints;
  // A list of investors has the same facts as one of companies; only its name tells.
  const listsInvestments = columns.some(({ profile }) => /^investments?\b/i.test(profile.column));
  if (hint === "investor" && hints.length === 1 && (listsInvestments || !has("name", "company")))
    scores.investor += listsInvestments ? 5 : 3;
  if (hint !== undefined && (scores[hint] > 0 || hint === "investor")) scores[hint] += 1.5;
  const [best, second] = KINDS.map((kind) => ({ kind, score: scores[kind] })).toSorted((a, b) => b.score - a.score);
  if (best === undefined || second === undefined) return { kind: "company", confidence: 0 };
  const lead = (best.score - second.score) / Math.max(best.score, 1);
  return { kind: best.kind, confidence: Math.min(1, Math.max(0.3, 0.4 + lead)) };
}

/** Only investors have a focus, sizes of tickets, or a portfolio. */
const INVESTOR_FACTS =
  /\b(?:(?:focus|investment) stages?|stages? focus|investment (?:focus|thesis)|(?:check|cheque|ticket) sizes?|aum|assets under management|portfolio (?:url|companies|link|page))\b/;

const INVESTED = /\b(?:invested|raised|leve(?:e|s)?|investi)\b/;

const ROUND_WORDS =
  /\b(?:funding|funded|round|raised?|levee|tour|finanzierung\w*|runde|ronda|rodada|investment|deal|rund[aey]|kierros|tur|putaran)\b|раунд|融资|融資|調達|투자/;

/** A title may be that of a film. */
function areRoles({ concept, confidence, profile }: Classified): boolean {
  if (concept !== "role" || confidence < 0.9) return false;
  const { words, values } = profile;
  const isKnown = (text: string) => titleSeniority(text) !== undefined;
  return words !== "title" || values.length < 3 || getShare(values, isKnown) > 0.2;
}

/** Lists of companies name their chief executives, too; only those with terms in office are lists of moves. */
function isPersonOfMove({ side, concept, profile }: Classified, hasTerms: boolean): boolean {
  if (concept === "lastName") return true;
  return side === "person" && concept === "name" && (hasTerms || findOffice(profile) === undefined);
}

const INVESTOR = /\b(?:ventures?|capital|partners|funds?|vc|angels|investments?)\b/i;
const LEAST_NAMES = 5;

/** Tells whether more than half of the names are those of firms that invest. */
function areInvestors({ concept, side, profile: { values } }: Classified): boolean {
  const isName = concept === "name" && (side === null || side === "company");
  return isName && values.length >= LEAST_NAMES && getShare(values, INVESTOR) > 0.5;
}

/** Returns the office of everyone in a column whose name says it. */
export function findOffice({ words }: ColumnProfile): string | undefined {
  return /^ceo\b/.test(words) ? "CEO" : undefined;
}
