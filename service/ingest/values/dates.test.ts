import { describe, expect, it } from "vitest";
import { type DateFormat, dayText, parseDate } from "./dates";

const NOW = new Date("2026-11-20T12:00:00.000Z");

function day(text: string, ...formats: DateFormat[]): string | undefined {
  const date = parseDate(text, formats, NOW);
  return date === undefined ? undefined : dayText(date.at);
}

describe("parseDate", () => {
  it.each([
    ["01/05/2015", "2015-05-01"],
    ["12/05.2015", "2015-05-12"],
    ["13/04.2015", "2015-04-13"],
    ["22/01//2015", "2015-01-22"],
    ["1/7/2015", "2015-07-01"],
    ["05/072018", "2018-07-05"],
    ["05072018", "2018-07-05"],
    ["13-04-2015", "2015-04-13"],
    ["01/05/0016", "0016-05-01"],
    ["01/05/2015 00:00", "2015-05-01"],
  ])("reads %s as dd/mm/yyyy", (text, expected) => {
    expect(day(text, "dd/mm/yyyy")).toBe(expected);
  });

  it.each([
    ["~2016", "2016-01-01"],
    ["c. 2016", "2016-01-01"],
    ["about 2016", "2016-01-01"],
  ])("reads %s as about that year", (text, expected) => {
    expect(day(text, "yyyy")).toBe(expected);
  });

  it.each(["31/02/2015", "13/14/2015", "01/05/15", "May 2015", "", "2015"])("finds no day in %j", (text) => {
    expect(day(text, "dd/mm/yyyy")).toBeUndefined();
  });

  it("never takes a day for a month", () => {
    expect(day("12/31/2015", "dd/mm/yyyy")).toBeUndefined();
    expect(day("12/31/2015", "mm/dd/yyyy")).toBe("2015-12-31");
  });

  it("reads names of months", () => {
    expect(day("4 March 2020", "dd mmm yyyy")).toBe("2020-03-04");
    expect(day("Sep 30, 2020", "mmm dd yyyy")).toBe("2020-09-30");
    expect(day("30 Foo 2020", "dd mmm yyyy")).toBeUndefined();
  });

  it("reads the names of all months in nineteen languages", () => {
    for (const language of "en fr de es it pt nl pl sv da nb fi cs hu ro tr ru uk id".split(" "))
      for (let month = 0; month < 12; month++) {
        const date = new Date(Date.UTC(2026, month, 3));
        const parts = new Intl.DateTimeFormat(language, {
          month: "long",
          day: "numeric",
          timeZone: "UTC",
        }).formatToParts(date);
        const name = parts.find(({ type }) => type === "month")?.value;
        expect(day(`3 ${name} 2026`, "dd mmm yyyy"), `${language} ${name}`).toBe(dayText(date));
      }
  });

  it("takes the first format that fits", () => {
    expect(day("2020-03-04", "dd/mm/yyyy", "iso")).toBe("2020-03-04");
    expect(parseDate("2020-03-04T10:00:00+02:00", ["iso"])?.at.toISOString()).toBe("2020-03-04T08:00:00.000Z");
  });

  it.each<[DateFormat, string, string, string]>([
    ["iso", "2024-05-03", "2024-05-03", "day"],
    ["iso", "2024-05-03 00:00:00", "2024-05-03", "day"],
    ["iso", "2024-05-03 10:15", "2024-05-03", "instant"],
    ["iso", "2024-05-03 10:15:00 UTC", "2024-05-03", "instant"],
    ["yyyy/mm/dd", "2024/5/3", "2024-05-03", "day"],
    ["yyyymmdd", "20240503", "2024-05-03", "day"],
    ["dd/mm/yy", "01.02.25", "2025-02-01", "day"],
    ["dd/mm/yy", "01/02/27", "2027-02-01", "day"],
    ["dd/mm/yy", "01/02/28", "1928-02-01", "day"],
    ["mm/dd/yy", "2/13/99", "1999-02-13", "day"],
    ["dd mmm yyyy", "5 Nov 2026", "2026-11-05", "day"],
    ["dd mmm yyyy", "5th of November 2026", "2026-11-05", "day"],
    ["dd mmm yyyy", "10-APR-2025", "2025-04-10", "day"],
    ["dd mmm yyyy", "Thursday, 5 November 2026 10:30 AM", "2026-11-05", "day"],
    ["dd mmm yyyy", "1er janvier 2019", "2019-01-01", "day"],
    ["dd mmm yyyy", "15. März 2024", "2024-03-15", "day"],
    ["dd mmm yyyy", "5 de noviembre de 2026", "2026-11-05", "day"],
    ["dd mmm yyyy", "3 luglio 2020", "2020-07-03", "day"],
    ["dd mmm yyyy", "3 de março de 2020", "2020-03-03", "day"],
    ["dd mmm yyyy", "3 mei 2020", "2020-05-03", "day"],
    ["dd mmm yyyy", "3 févr. 2020", "2020-02-03", "day"],
    ["dd mmm yyyy", "3 września 2026 r.", "2026-09-03", "day"],
    ["dd mmm yyyy", "den 3 september 2026", "2026-09-03", "day"],
    ["dd mmm yyyy", "3. maj 2026", "2026-05-03", "day"],
    ["dd mmm yyyy", "3. syyskuuta 2026", "2026-09-03", "day"],
    ["unix", "1704412800", "2024-01-05", "day"],
    ["unix", "1704416400000", "2024-01-05", "instant"],
    ["dd mmm yyyy", "3. září 2026", "2026-09-03", "day"],
    ["dd mmm yyyy", "2026. szeptember 3.", "2026-09-03", "day"],
    ["dd mmm yyyy", "3 septembrie 2026", "2026-09-03", "day"],
    ["dd mmm yyyy", "3 Eylül 2026", "2026-09-03", "day"],
    ["dd mmm yyyy", "3 сентября 2026 г.", "2026-09-03", "day"],
    ["dd mmm yyyy", "3 вересня 2026 року", "2026-09-03", "day"],
    ["dd mmm yyyy", "3 Desember 2026", "2026-12-03", "day"],
    ["mmm yyyy", "czerwiec 2019", "2019-06-01", "month"],
    ["mmm yyyy", "červenec 2019", "2019-07-01", "month"],
    ["yyyy/mm/dd", "2018年7月19日", "2018-07-19", "day"],
    ["yyyy/mm/dd", "2026년 9월 3일", "2026-09-03", "day"],
    ["yyyy/mm/dd", "2026. 9. 3.", "2026-09-03", "day"],
    ["dd/mm/yyyy", "3. 9. 2026", "2026-09-03", "day"],
    ["dd mmm yy", "10-APR-25", "2025-04-10", "day"],
    ["mmm dd yyyy", "Nov 5, 2026", "2026-11-05", "day"],
    ["mmm dd yyyy", "Tuesday, November 5th, 2024", "2024-11-05", "day"],
    ["mmm yyyy", "janvier 2019", "2019-01-01", "month"],
    ["mmm yyyy", "Sept. 2019", "2019-09-01", "month"],
    ["mmm yy", "Jan-19", "2019-01-01", "month"],
    ["yyyy-mm", "2019-05", "2019-05-01", "month"],
    ["mm/yyyy", "05/2019", "2019-05-01", "month"],
    ["qq yyyy", "Q3 2021", "2021-07-01", "quarter"],
    ["qq yyyy", "2021-Q4", "2021-10-01", "quarter"],
    ["qq yyyy", "3Q21", "2021-07-01", "quarter"],
    ["qq yyyy", "2. Quartal 2021", "2021-04-01", "quarter"],
    ["yyyy", "2019", "2019-01-01", "year"],
    ["excel", "45415", "2024-05-03", "day"],
    ["excel", "45415.5", "2024-05-03", "instant"],
  ])("reads in the format %s %j as %s, a %s", (format, text, expected, precision) => {
    const date = parseDate(text, [format], NOW);
    expect([date && dayText(date.at), date?.precision]).toEqual([expected, precision]);
  });

  it.each([
    ["2024-05-03", "2024-05-03"],
    ["20240503", "2024-05-03"],
    ["2024/05/03", "2024-05-03"],
    ["5 novembre 2026", "2026-11-05"],
    ["Nov 5, 2026", "2026-11-05"],
    ["10-APR-25", "2025-04-10"],
    ["janvier 2019", "2019-01-01"],
    ["2019-05", "2019-05-01"],
    ["05/2019", "2019-05-01"],
    ["2013年3月31日", "2013-03-31"],
    ["2004年11月", "2004-11-01"],
    ["2004年", "2004-01-01"],
    ["2019", "2019-01-01"],
    ["Q3 2021", "2021-07-01"],
    ["31/12/2020", "2020-12-31"],
    ["12/31/2020", "2020-12-31"],
    ["01.02.2025", "2025-02-01"],
    ["01.02.25", "2025-02-01"],
    ["31/12/20", "2020-12-31"],
    ["05/05/2020", "2020-05-05"],
  ])("reads %j without being told the format", (text, expected) => {
    expect(day(text, "auto")).toBe(expected);
  });

  it.each(["01/02/2025", "01/02/25", "45415", "30d", "1714694400", "soon", "2024-13-01"])(
    "doesn't guess what day %j is",
    (text) => {
      expect(day(text, "auto")).toBeUndefined();
    },
  );
});
