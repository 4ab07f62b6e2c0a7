/** Tells whom the names in a column belong to, and what kind of deals a column tells of. */
import type { Classified } from "./by-name";
import { getShare } from "./profile";

const RECIPIENT =
  /^(?:awarded|granted)$|\b(?:recipient|grantee|awardee|beneficiar(?:y|ies|io|ia)|beneficiaire|beneficjenta?|laureat|zuwendungsempfanger|begunstigter)s?\b/;

/** Tells whether a column names those who receive grants. */
export function isRecipient({ concept, side, profile }: Classified): boolean {
  return concept === "name" && side === "company" && RECIPIENT.test(profile.words);
}

const AWARD =
  /\b(?:award(?:s|ed)?|grants?|subvention(?:s|en)?|subvenciones|subsid(?:y|ies)|dofinansowani[ae]|dotacj[aei]|fordersumme|forderungen|zuwendung(?:en)?|contributo concesso|importe concedido|tilskudd?|bidrag|avustukset)\b/;
const LOAN =
  /\b(?:loans?|lending|kredite?|darlehen|prets?|prestamos?|emprestimos?|financiamentos?|prestiti|leningen|lainat|pozyczki|kredyty)\b/;

/** Tells whether amounts are those of grants. */
export function isAwardAmount({ concept, profile }: Classified): boolean {
  return concept === "amount" && AWARD.test(profile.words);
}

/** Tells what the words of a file's name say of all its amounts. */
export function awardedBy(words: string): "grant" | "debt" | undefined {
  return LOAN.test(words) ? "debt" : AWARD.test(words) ? "grant" : undefined;
}

export function isNameOfPerson({ concept, side }: Classified): boolean {
  return (concept === "name" && side === "person") || concept === "lastName";
}

const BUYOUT =
  /\b(?:(?:leveraged|management|secondary)?[\s-]*buy[\s-]?(?:out|in)s?|[ml]b[oi]|public[\s-]to[\s-]private|take[\s-]private|add[\s-]?on|bolt[\s-]?on|acquisitions?|mergers?|m&a|carve[\s-]?out|trade[\s-]sale|control)\b/i;

/** Who takes such a part of a company, or gives it capital, has not bought it. */
export const STAKE = String.raw`^(?:(?:acquisition of (?:a )?)?minority (?:stake|interest|investment|acquisition|participation)|capital (?:increase|injection)|minderheitsbeteiligung|kapitalerh(?:ö|oe)hung|(?:prise de )?participation minoritaire|augmentation de capital|ampliaci[óo]n de capital|participaci[óo]n minoritaria)\b`;
const IS_STAKE = new RegExp(STAKE, "i");

/** Tells of which deals a column says that they are stakes. */
export function stakes({ concept, profile: { values } }: Classified): "none" | "some" | "all" {
  const share = concept === "type" ? getShare(values, IS_STAKE) : 0;
  return share === 0 ? "none" : share === 1 ? "all" : "some";
}

export function isBuyout(type: string): boolean {
  return BUYOUT.test(type);
}

/** Tells whether most values of a column say that a company was bought. */
export function isBuyoutType({ concept, profile }: Classified): boolean {
  if (concept !== "round" && concept !== "type") return false;
  return getShare(profile.values, isBuyout) >= 0.5;
}

/** A table of the yearly accounts of companies has amounts, none of which is that of a round. */
export function isFinancial({ profile }: Classified): boolean {
  return /\b(?:revenues?|turnover|sales|ebitda?|income|profits?|margins?|assets|liabilities|r d|umsatz|gewinn|chiffre affaires|ingresos)\b/.test(
    profile.words,
  );
}
