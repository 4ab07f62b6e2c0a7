import { describe, expect, it } from "vitest";
import { readCompanyName } from "./names/company-name";
import { judgeNames } from "./score";

describe("readCompanyName", () => {
  it.each([
    ["Acme Corporation", "acme"],
    ["The Good Will Company, Inc.", "goodwill"],
    ["A.B.C. Co.", "abc"],
    ["Nordvik Denmark A/S", "nordvikdenmark"],
    ["ООО «Ромашка»", "romashka"],
    ["OOO Romashka", "romashka"],
    // The second letter is Cyrillic.
    ["Aсme", "acme"],
    ["Zen\u200bith\u202e", "zenith"],
    ["L'Étoile & Fils S.A.S.", "letoilefils"],
    ["Brigade Forty-Four", "brigade44"],
    ["Harbor Fund II, L.P.", "harborfund2"],
    ["Fleuri(e)", "fleurie"],
  ])("reads %s as %s", (name, joined) => {
    expect(readCompanyName(name).joined).toBe(joined);
  });

  it("never cuts all words off", () => {
    expect(["The", "Company", "AG", "&"].map((name) => readCompanyName(name).joined)).toEqual([
      "the",
      "company",
      "ag",
      "and",
    ]);
  });

  it("names parts that stand alone, and not an owner", () => {
    expect(readCompanyName("Lumo (formerly Brightly)").parts).toEqual(["lumo", "brightly"]);
    expect(readCompanyName("Lumo by Brightly").parts).toEqual(["lumo"]);
  });

  it.each([
    ["Lumo.co.in", ["lumo"]],
    ["lumo.com, Inc.", ["lumo"]],
    ["Lumo.com Payments", []],
    ["Lumo.js", []],
    ["Lumo’s", ["lumos"]],
    ["Lumo Tech Group", ["lumo"]],
    ["Lümø", ["luemoe"]],
    ["Group Tech", []],
  ])("reads in %s what it is called, too: %j", (name, parts) => {
    expect(readCompanyName(name).parts).toEqual(parts);
  });
});

describe("judgeNames", () => {
  it.each([
    ["Kestrel Robotics", "KESTREL ROBOTICS GmbH"],
    ["ShareTool", "Share Tool SAS"],
    ["Sciences & Vie", "Sciences et Vie SA"],
    ["Müller Werkzeuge", "Mueller Werkzeuge GmbH"],
    ["Quillmark.io", "Quillmark"],
    ["JSC Severnaya", "Severnaya Joint Stock Company"],
    ["Lumo - by the sea", "Lumo by the sea"],
    ["First Harbor Bank", "1st Harbor Bank"],
    ["Lumo.in", "Lumo"],
    ["Lumo's", "Lumos"],
    ["Lumo (previously Brightly India)", "Brightly India"],
    ["My Brazil Factory", "MyBrazil Factory"],
  ])("joins %s and %s", (one, other) => {
    expect(judgeNames(one, other)).toMatchObject({ outcome: "same", veto: null });
    expect(judgeNames(other, one).outcome).toBe("same");
  });

  it.each([
    ["Harbor Fund II", "Harbor Fund III", "numbers"],
    ["Nordvik Denmark", "Nordvik Sweden", "places"],
  ] as const)("keeps %s and %s apart", (one, other, veto) => {
    expect(judgeNames(one, other)).toMatchObject({ outcome: "different", veto });
  });

  it.each([
    ["Nordvik", "Nordvik Sweden", "places"],
    ["Nordvik AG", "Nordvik GmbH", "legal forms"],
  ] as const)("leaves %s and %s to a person", (one, other, veto) => {
    expect(judgeNames(one, other)).toMatchObject({ outcome: "unsure", veto });
  });

  it.each([
    ["Digital Solutions", "Digital Systems"],
    ["Kestrel Robotics", "Heron Robotics"],
    ["Sun Bank", "Sun Chemicals"],
  ])("does not join %s and %s", (one, other) => {
    expect(judgeNames(one, other).outcome).not.toBe("same");
  });
});
