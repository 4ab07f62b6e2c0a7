/** Tests what names of columns mean that programs, databases and people use. */
import { describe, expect, it } from "vitest";
import { columnWords, moneyWords } from "./column-words";
import { meaningOf } from "./synonyms";

function meaning(column: string): string {
  const words = columnWords(column);
  const money = moneyWords(words);
  const found = meaningOf(words, money.words);
  if (found === undefined || found === "aggregate") return found ?? "unknown";
  const unit = found.concept === "amount" && money.multiply !== null ? ` × ${money.multiply}` : "";
  const currency = found.concept === "amount" && money.currency !== null ? ` ${money.currency}` : "";
  return [found.side, found.concept].filter((part) => part !== null).join(" ") + unit + currency;
}

describe("meaningOf", () => {
  it.each([
    ["Value of Transaction ($mil)", "amount × 1000000 USD"],
    ["Total Transaction Value ($USDmm, Historical rate)", "amount × 1000000 USD"],
    ["Deal value th EUR", "amount × 1000 EUR"],
    ["Amount (USD 000s)", "amount × 1000 USD"],
    ["Valor (R$ milhões)", "amount × 1000000 BRL"],
    ["Valor (R$ mil)", "amount × 1000 BRL"],
    ["Montant en millions d'euros", "amount × 1000000 EUR"],
    ["Amt ($M)", "amount × 1000000 USD"],
    ["Price per Share", "aggregate"],
    ["Cost basis", "aggregate"],
    ["% Acquired", "aggregate"],
    ["Round Post Money Valuation (USD)", "aggregate"],
    ["Ticket size", "aggregate"],
    ["VC Round", "aggregate"],
    ["Lead Status", "aggregate"],
    ["Create Date", "aggregate"],
    ["Investors Websites", "aggregate"],
    ["Stage of Funding", "round"],
    ["InvestmentnType", "round"],
    ["Stage at entry", "round"],
    ["Size of round", "amount"],
    ["With participation from", "investors"],
    ["Investor/s", "investors"],
    ["Follow-on Investors", "investors"],
    ["Beteiligte Investoren", "investors"],
    ["Practice Areas", "industry"],
    ["Primary Location", "location"],
    ["Geographic Locations [Target/Issuer]", "target location"],
    ["Buyers/Investors", "acquirer name"],
    ["Acquiror Nation", "acquirer country"],
    ["Bidder Company", "acquirer name"],
    ["Date Effective", "joined"],
    ["Date Start Role", "joined"],
    ["Date End Role", "left"],
    ["Bisherige Position", "previousRole"],
    ["Ancien poste", "previousRole"],
    ["Nouveau poste", "role"],
    ["Nom de famille", "lastName"],
    ["Old Employer", "from name"],
    ["Company (previous)", "from name"],
    ["Wechsel zu", "company name"],
    ["Appointee", "person name"],
    ["Established Yr.", "founded"],
    ["Favourite colour", "unknown"],
    ["Constructor", "unknown"],
  ])("reads %s as %s", (column, expected) => {
    expect(meaning(column)).toBe(expected);
  });
});
