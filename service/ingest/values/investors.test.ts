import { describe, expect, it } from "vitest";
import { splitInvestors } from "./investors";

describe("splitInvestors", () => {
  it.each([
    ["Hollin Growth", ["Hollin Growth"]],
    ["Hollin Growth + Ardholt + Solenne", ["Hollin Growth", "Ardholt", "Solenne"]],
    ["Hollin Growth, Ardholt and others", ["Hollin Growth", "Ardholt"]],
    ["Hollin Growth; Ardholt; et al.", ["Hollin Growth", "Ardholt"]],
    ["Hollin Co., Japan & Ines Calloway (besides Tarn & Veld)", ["Hollin Co.", "Ines Calloway (besides Tarn & Veld)"]],
    ["Consortium of Angel Investors", []],
    ["Hollin Growth, Ardholt, etc.", ["Hollin Growth", "Ardholt"]],
    ["Hollin Growth, Ardholt & Others", ["Hollin Growth", "Ardholt"]],
    ["Hollin Growth, Ardholt and other investors", ["Hollin Growth", "Ardholt"]],
    ["Hollin Growth & other undisclosed investors", ["Hollin Growth"]],
    ["Hollin Growth and 3 angel investors", ["Hollin Growth"]],
    ["Hollin Growth & existing investors", ["Hollin Growth"]],
    ["Hollin, new and existing investors", ["Hollin"]],
    ["Veld, existing investors including Hollin and new investors Tarn", ["Veld", "Hollin", "Tarn"]],
    ["Angel investors and Veld Ventures", ["Veld Ventures"]],
    ["Investorengruppe aus erfahrenen Family Offices", []],
    ["Hollin Bank.", ["Hollin Bank"]],
    ["Hollin, Veld and Tarn VC.", ["Hollin", "Veld", "Tarn VC"]],
    ["Hollin Corp.", ["Hollin Corp."]],
    ["Hollin, the Northern Union's Veld Food", ["Hollin", "the Northern Union's Veld Food"]],
    ["Hollin, the Dutch investor", ["Hollin"]],
    ["Hollin Angel Investors, Solenne Angels", ["Hollin Angel Investors", "Solenne Angels"]],
    ["Hollin Growth et autres investisseurs", ["Hollin Growth"]],
    ["Hollin Growth, bestehende Gesellschafter", ["Hollin Growth"]],
    ["*Hollin Growth, Ardholt**", ["Hollin Growth", "Ardholt"]],
    ["Hollin Growth, 213 investitori su Mamacrowd", ["Hollin Growth"]],
    ["Hollin Growth, Ardholt and Solenne Capital", ["Hollin Growth", "Ardholt", "Solenne Capital"]],
    ["Hollin Growth, Ardholt, and Solenne", ["Hollin Growth", "Ardholt", "Solenne"]],
    ["Hollin Growth, Ardholt & Solenne", ["Hollin Growth", "Ardholt", "Solenne"]],
    ["Hollin Growth; Ardholt & Solenne", ["Hollin Growth", "Ardholt & Solenne"]],
    ["Hollin Growth, Ardholt e Solenne", ["Hollin Growth", "Ardholt", "Solenne"]],
    ["Hollin Growth, Ardholt y Solenne", ["Hollin Growth", "Ardholt", "Solenne"]],
    ["N/C", []],
    ["Investidores-anjo", []],
    ["美团 · 红杉 · 经纬等", ["美团", "红杉", "经纬"]],
    ["Hollin (https://www.notion.so/Hollin-8d1f?pvs=21), Ardholt", ["Hollin", "Ardholt"]],
    ["Hollin Capital(Ines Calloway), Veld Bank(Lender)", ["Hollin Capital", "Veld Bank"]],
    ["Hollin (chef de file), Ardholt", ["Hollin", "Ardholt"]],
    ["Ardholt (acquirer)", ["Ardholt"]],
    ["Hollin[+4], Ardholt (+2 more)", ["Hollin", "Ardholt"]],
    ["Hollin Partners LLC. The company intends to hire, expand and sell", ["Hollin Partners LLC"]],
    ["Hollin & Ardholt", ["Hollin & Ardholt"]],
    ["Hollin and Ardholt", ["Hollin and Ardholt"]],
    ["Hollin Ventures and Ardholt, Solenne", ["Hollin Ventures", "Ardholt", "Solenne"]],
    ["Hollin Ventures and Ardholt Capital.", ["Hollin Ventures", "Ardholt Capital"]],
    ["Solenne, a Dutch fund", ["Solenne"]],
    ["Y Hollin", ["Y Hollin"]],
    ["hollin ventures and ardholt, solenne and veld", ["hollin ventures", "ardholt", "solenne", "veld"]],
    ["Hollin (founder, Quorvane), Veld (chief, Oakmesh)", ["Hollin (founder, Quorvane)", "Veld (chief, Oakmesh)"]],
    ["Hollin (lead); Ardholt (co-lead, press); others (Series B press)", ["Hollin", "Ardholt"]],
    ["Hollin (press for the stake; verify), Veld (Lead, Oakmesh)", ["Hollin", "Veld"]],
    ["Solenne, Hollin & Company", ["Solenne", "Hollin & Company"]],
    ["Solenne, M&S Partners", ["Solenne", "M&S Partners"]],
    ["Hollin Growth, Inc., Ardholt, L.P.", ["Hollin Growth, Inc.", "Ardholt, L.P."]],
    ["Hollin Co., Ltd., SE Ventures, Ardholt, Pte. Ltd.", ["Hollin Co., Ltd.", "SE Ventures", "Ardholt, Pte. Ltd."]],
    ["A+ Ventures", ["A+ Ventures"]],
    ["Undisclosed investors, Hollin", ["Hollin"]],
    ["Hollin, Veld i inni", ["Hollin", "Veld"]],
    ["Andere Ventures, Otherwise Capital", ["Andere Ventures", "Otherwise Capital"]],
  ])("splits %j", (text, names) => {
    expect(splitInvestors(text)).toEqual(names);
  });

  it.each([
    "Undisclosed investors",
    "N/A",
    "Unknown",
    "-",
    "undisclosed",
    "Group of Angel Investors",
    "Undisclosed Japanese investor",
    "Group of undisclosed Angel Investors & HNIs",
    "3 others",
    "aniołowie biznesu",
    "inwestorzy indywidualni",
    "частные инвесторы",
    "个人投资者",
    "未披露",
    "Undisclosed in the release; see press reports",
    "others",
    "",
    ", ;",
  ])("names nobody in %j", (text) => {
    expect(splitInvestors(text)).toEqual([]);
  });

  it("leaves its own results as they are", () => {
    for (const name of splitInvestors("Hollin Growth, Inc.; Ardholt & Co + Solenne, Veld and Oakmesh"))
      expect(splitInvestors(name)).toEqual([name]);
  });
});
