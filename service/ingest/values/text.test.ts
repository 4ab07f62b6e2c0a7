import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeEscapes, foldWords, normalName, tidy, tidyCell } from "./text";

describe("decodeEscapes", () => {
  it("reads bytes as UTF-8, with one or two backslashes", () => {
    expect(decodeEscapes(String.raw`Let\xe2\x80\x99s Barter`)).toBe("Let’s Barter");
    expect(decodeEscapes(String.raw`Women\\xe2\\x80\\x99s`)).toBe("Women’s");
    expect(decodeEscapes(String.raw`Caf\\xc3\\xa9\\xe2\\x80\\x99s`)).toBe("Café’s");
  });

  it("reads bytes that are not UTF-8 as Latin-1", () => {
    expect(decodeEscapes(String.raw`Caf\xe9`)).toBe("Café");
  });

  it("reads line breaks as spaces and code units as characters", () => {
    expect(decodeEscapes(String.raw`Seed\\nFunding \u20ac`)).toBe("Seed Funding €");
  });

  it("leaves other backslashes alone", () => {
    expect(decodeEscapes(String.raw`a\b \x4`)).toBe(String.raw`a\b \x4`);
  });
});

describe("tidyCell", () => {
  it.each([
    ["Chairman and CEO[1]", "Chairman and CEO"],
    ["SoundJam MP [note 2][3]", "SoundJam MP"],
    ["1995[b]", "1995"],
    ["**Hollin**", "Hollin"],
    ["[2] of 3, [Stealth]", "[2] of 3, [Stealth]"],
    [
      "Hollin &amp; Veld&#39;s &quot;Tarn&quot; &#x2013; &Oakmesh; &#1114112;",
      `Hollin & Veld's "Tarn" – &Oakmesh; &#1114112;`,
    ],
  ])("reads %j as %j", (text, expected) => {
    expect(tidyCell(text)).toBe(expected);
  });
});

describe("tidy", () => {
  it("makes one line of single spaces", () => {
    expect(tidy("\u00a0 a\t\n b\u0000c ")).toBe("a b c");
    expect(tidy("Zoë  Ågren ")).toBe("Zoë Ågren");
  });

  it.each([
    ["zero-width spaces and byte order marks", "\ufeffQuor\u200bvane", "Quorvane"],
    ["controls of direction", "\u202eQuorvane\u2066 x\u2069", "Quorvane x"],
    ["soft hyphens", "Quor\u00advane", "Quorvane"],
    ["joiners between Latin letters", "Quor\u200dvane", "Quorvane"],
    ["halves of characters", "Quorvane \ud83d", "Quorvane"],
    ["mathematical letters", "𝐐𝓾𝕠𝔯𝚟𝖺𝗇𝘦 𝟤", "Quorvane 2"],
    ["accents behind their letters", "Kafe\u0301 Vo\u0308lta", "Kafé Völta"],
    ["full-width letters", "Ｑｕｏｒｖａｎｅ１", "Quorvane1"],
  ])("leaves out or plainly writes %s", (_, text, plain) => {
    expect(tidy(text)).toBe(plain);
    expect(tidy(plain)).toBe(plain);
  });

  it.each(["=1+2", "+33 1", "@quorvane", "-", "株式会社", "می‌خواهم", "👩‍💻", "Ⅷ ™ ﬁ"])("leaves %s as it is", (text) => {
    expect(tidy(text)).toBe(text);
  });
});

describe("tidy, of any text,", () => {
  const odd = fc.constantFrom(..."\u200b\u200d\ufeff\u00a0\u00ad\u202e\ud83d\ude00\t 𝐐Ｑéक\u0000👩x");
  const texts = fc
    .array(fc.oneof(odd, fc.string({ unit: "binary" })), { maxLength: 12 })
    .map((parts) => parts.join(""));

  it("changes nothing the second time, and leaves whole characters in one line", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = tidy(text);
        expect(tidy(once)).toBe(once);
        expect(once.isWellFormed()).toBe(true);
        expect(once).not.toMatch(/\p{Cc}|^\s|\s$|\s\s/u);
      }),
    );
  });
});

describe("foldWords", () => {
  it("leaves words without case, accents and punctuation", () => {
    expect(foldWords("Levée d’amorçage – SÉRIE_A (2/3)")).toBe("levee d amorcage serie a 2 3");
    expect(foldWords("Große Ærø, 日本")).toBe("grosse aero 日本");
  });
});

describe("normalName", () => {
  it("is the same for spellings of one name", () => {
    expect(normalName("Ah! Ventures")).toBe(normalName("ah  ventures"));
    expect(normalName("Crédit & Co.")).toBe(normalName("CREDIT CO"));
  });

  it("distinguishes other names, also those without letters", () => {
    expect(normalName("Hollin Growth")).not.toBe(normalName("Hollin Capital"));
    expect(normalName("!!!")).not.toBe(normalName("???"));
  });
});
