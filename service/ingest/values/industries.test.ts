import { INDUSTRIES } from "@dealflow/contract/values/industries";
import { INDUSTRY_SHORT_FORMS, OLDER_INDUSTRY_NAMES } from "@dealflow/contract/values/industry-names";
import { VERTICALS } from "@dealflow/contract/values/organisations";
import { describe, expect, it } from "vitest";
import { readIndustry, readVertical } from "./industries";
import words from "./industry-words.json" with { type: "json" };

describe("readIndustry", () => {
  it("has words for industries of the interface alone", () => {
    expect(INDUSTRIES).toEqual(expect.arrayContaining(Object.keys(words.industries)));
  });

  it("reads every label, older name and short form, whatever the case", () => {
    for (const label of INDUSTRIES) expect(readIndustry(label.toUpperCase())).toBe(label);
    for (const { name, label } of [...OLDER_INDUSTRY_NAMES, ...INDUSTRY_SHORT_FORMS])
      expect(readIndustry(name), name).toBe(label);
  });

  it.each([
    ["fintech", "Financial Services"],
    ["SaaS", "Software Development"],
    ["Biotech", "Biotechnology Research"],
    ["E-commerce", "Internet Marketplace Platforms"],
    ["EdTech", "E-Learning Providers"],
    ["Cyber-Security", "Computer and Network Security"],
    ["InsurTech", "Insurance"],
    ["Immobilier", "Real Estate"],
    ["Construcción", "Construction"],
    ["Finanzen", "Financial Services"],
    ["Hospital and Health Care", "Hospitals and Health Care"],
    ["FinTech | Mobile | Finance", "Financial Services"],
    ["Unheard, Video Games", "Computer Games"],
  ])("reads %j as %s", (text, label) => {
    expect(readIndustry(text)).toBe(label);
  });

  it.each([
    ["Financial Services", "Finanse, Rahoitusala, Финтех, 金融, フィンテック, 핀테크"],
    ["Personal Care Product Manufacturing", "뷰티, 화장품"],
    ["Hospitals and Health Care", "Ochrona zdrowia, Sundhed, Egészségügy, Sağlık, 医疗健康, ヘルスケア"],
    ["Utilities", "Energetyka, Energi, Энергетика, 能源, エネルギー"],
    ["Transportation, Logistics, Supply Chain and Storage", "Logistyka, Logistiikka, Lojistik, 物流, 물류"],
    ["Food and Beverage Manufacturing", "Livsmedel, Żywność, 食品"],
    ["Retail", "Handel, Vähittäiskauppa, 零售"],
  ])("reads names of %s in other languages", (label, names) => {
    for (const name of names.split(", ")) expect(readIndustry(name), name).toBe(label);
  });

  it.each([
    ["HOSPITAL_HEALTH_CARE", "Hospitals and Health Care"],
    ["OIL_ENERGY", "Oil and Gas"],
  ])("reads the code %s as %s", (code, label) => {
    expect(readIndustry(code)).toBe(label);
  });

  it.each(["AI", "Mobile", "Things", ""])("knows no industry for %j", (text) => {
    expect(readIndustry(text)).toBeUndefined();
  });
});

describe("readVertical", () => {
  it.each(VERTICALS)("reads the value and the title of $value", ({ value, title }) => {
    expect([readVertical(value), readVertical(title.toUpperCase())]).toEqual([value, value]);
  });

  it.each([
    ["Artificial Intelligence", "ai"],
    ["Machine Learning", "ai"],
    ["Developer Tools", "devtools"],
    ["eCommerce", "commerce"],
    ["E-commerce", "commerce"],
    ["CleanTech", "climate"],
    ["PropTech", "realestate"],
    ["Video Games", "gaming"],
    ["Sztuczna inteligencja", "ai"],
    ["Кибербезопасность", "cybersecurity"],
    ["ロボット", "robotics"],
    ["Artificial Intelligence & Machine Learning", "ai"],
    ["Artificial Intelligence (AI)", "ai"],
    ["Cryptocurrency/Blockchain", "crypto"],
    ["区块链", "crypto"],
    ["블록체인", "crypto"],
    ["FinTech > InsurTech", "fintech"],
  ])("reads %j as %s", (text, vertical) => {
    expect(readVertical(text)).toBe(vertical);
  });

  it.each(["Software", "Things", "Energy Storage & Delivery", "()", ""])("knows no vertical for %j", (text) => {
    expect(readVertical(text)).toBeUndefined();
  });
});
