import { ROUNDS } from "@dealflow/contract/values/events";
import { describe, expect, it } from "vitest";
import { readRound } from "./rounds";

function read(text: string): string | undefined {
  const round = readRound(text);
  return typeof round === "object" ? round.round : round;
}

describe("readRound", () => {
  it.each(ROUNDS)("reads the value and the title of $value", ({ value, title }) => {
    expect([read(value), read(title), read(value.replace("-", "_").toUpperCase())]).toEqual([value, value, value]);
  });

  it.each([
    ["SEED", "seed"],
    ["Credit facility", "debt"],
    ["Seed / Angel Funding", "seed"],
    ["Amorçage", "seed"],
    ["Levée d’amorçage", "seed"],
    ["Capital semilla", "seed"],
    ["Ronda semilla", "seed"],
    ["Startfinanzierung", "seed"],
    ["Pre-Seed", "pre-seed"],
    ["pré-amorçage", "pre-seed"],
    ["Business Angel", "angel"],
    ["Séries A", "series-a"],
    ["Serie B", "series-b"],
    ["series_c", "series-c"],
    ["SeriesD", "series-d"],
    ["venture/E", "series-e"],
    ["Round F", "series-f"],
    ["Series A-4", "series-a"],
    ["Series A1", "series-a"],
    ["Series A & B", "series-a"],
    ["B", "series-b"],
    ["Funding Round - Series G", "series-g"],
    ["Series K", "growth"],
    ["Development capital", "growth"],
    ["Wachstumsfinanzierung", "growth"],
    ["private_equity", "private-equity"],
    [String.raw`Private\\nEquity`, "private-equity"],
    ["Series B (Extension)", "extension"],
    ["Bridge Round Pre-Series B", "bridge"],
    ["Brückenfinanzierung", "bridge"],
    ["convertible_note", "convertible"],
    ["Wandeldarlehen", "convertible"],
    ["Dette", "debt"],
    ["Deuda", "debt"],
    ["Structured Debt", "debt"],
    ["Mezzanine", "debt"],
    ["Subvention", "grant"],
    ["Subvención", "grant"],
    ["secondary_market", "secondary"],
    ["post_ipo_equity", "pipe"],
    ["POST IPO CONVERTIBLE", "convertible"],
    ["Post-IPO Debt", "debt"],
    ["Tour d’amorçage", "seed"],
    ["Late seed", "seed"],
    ["Spin-out seed round", "seed"],
    ["Growth (Series D)", "series-d"],
    ["Growth (equity and debt)", "growth"],
    ["Obligations convertibles", "convertible"],
    ["BSA AIR", "safe"],
    ["Pre-Series A", "seed"],
    ["pre-Series B", "series-b"],
  ])("reads %j as %s", (text, round) => {
    expect(read(text)).toBe(round);
  });

  it.each([
    [
      "series-a",
      "seria A, runda A, Runda A, A-runda, kolo A, A-sarja, A Serisi, A轮, A+轮, A輪, シリーズA, Aラウンド, 시리즈A, раунд A, Раунд А, серия A",
    ],
    ["series-b", "seria B, B2轮, シリーズB, 시리즈 B, раунд Б"],
    ["growth", "tillväxtfinansiering, グロース, 后期阶段"],
    ["pre-seed", "pre-zalążkowa, tohum öncesi, предпосевной раунд, прединвестиционный раунд, プレシード, 프리시드"],
    [
      "seed",
      "runda zalążkowa, såddrunda, siemenrahoitus, tohum, magvető, посевной раунд, 种子轮, 種子輪, シード, 시드, Pre-A轮, プレシリーズA, 프리A",
    ],
    ["angel", "aniołowie biznesu, enkelisijoitus, melek, бизнес-ангел, 天使轮, エンジェル, 엔젤"],
    ["bridge", "runda pomostowa, broemission, бридж-раунд, 过桥轮, ブリッジ"],
    ["debt", "kredyt, lån, laina, úvěr, hitel, 债权融资, 대출"],
    ["grant", "dotacja, bidrag, tilskudd, apuraha, hibe, грант, 補助金, 보조금"],
    ["convertible", "pożyczka konwertowalna, конвертируемый заём, 可转债, 転換社債"],
    ["pipe", "定向增发"],
    ["secondary", "股权转让"],
    [
      "other",
      "emisja akcji, nyemission, rahoituskierros, putaran pendanaan, стратегический раунд, 战略投资, 戰略投資, 투자",
    ],
  ])("reads names of %s in other languages", (round, names) => {
    for (const name of names.split(", ")) expect(readRound(name), name).toEqual({ round, recognized: true });
  });

  it("takes acquisitions in other languages for no round", () => {
    for (const name of "przejęcie, förvärv, yrityskauppa, satın alma, поглощение, 并购, 收購, 買収, IPO上市, 新三板".split(
      ", ",
    ))
      expect(readRound(name), name).toBe("not a round");
  });

  it.each([
    ["Public token sale"],
    ["IEO"],
    ["initial_coin_offering"],
    ["SAFT"],
    ["DAO round"],
    ["equity_crowdfunding"],
    ["product_crowdfunding"],
    ["non_equity_assistance"],
    ["corporate_round"],
  ])("knows %j as a round without a value of its own", (text) => {
    expect(readRound(text)).toEqual({ round: "other", recognized: true });
  });

  it("says that it does not know a name", () => {
    for (const name of ["Twelvefold", "Subsidiary", "new_facility"])
      expect(readRound(name)).toEqual({ round: "other", recognized: false });
  });

  it.each([
    ["PLN4.6m SERIES A", "series-a"],
    ["KRW1.5b SEED", "seed"],
    ["$30M Series B", "series-b"],
    ["CAD20.0m POST IPO EQUITY", "pipe"],
    ["€7.1m", "other"],
    ["$3.0m", "other"],
  ])("leaves out the amount of %j", (text, round) => {
    expect(read(text)).toBe(round);
  });

  it.each([
    "ACQUISITION",
    "SEK25.0m ACQUISITION",
    "BANKRUPTCY",
    "CORPORATE SPINOUT",
    "IPO",
    "merger",
    "M&A",
    "LBO",
    "Fund II (first close)",
    "Rachat",
  ])("takes %j for no round", (text) => {
    expect(readRound(text)).toBe("not a round");
  });

  it.each([
    ...[
      "",
      "undisclosed",
      "N/A",
      "-",
      "unknown",
      "series_unknown",
      "Series unspecified",
      "Series?",
      "Round",
      "venture",
    ],
    ...["VENTURE_UNKNOWN", "Ampliación de capital"],
    ...["Funding Round", "Venture - Series Unknown", "Capital-risque", "VC round", "equity", "Levée de fonds", "融资"],
  ])("finds nothing stated in %j", (text) => {
    expect(readRound(text)).toBeUndefined();
  });
});
