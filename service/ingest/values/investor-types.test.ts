import { INVESTOR_TYPES } from "@dealflow/contract/values/organisations";
import { describe, expect, it } from "vitest";
import { readInvestorType } from "./investor-types";

describe("readInvestorType", () => {
  it.each(INVESTOR_TYPES)("reads the value and the title of $value", ({ value, title }) => {
    expect([readInvestorType(value), readInvestorType(title.toUpperCase())]).toEqual([value, value]);
  });

  it.each([
    ["Venture Capital", "vc"],
    ["VC firm", "vc"],
    ["Seed/Early VC", "vc"],
    ["Multi-Stage VC", "vc"],
    ["venture_capital", "vc"],
    ["micro_vc", "vc"],
    ["Venture Capital, Micro VC", "vc"],
    ["Capital-risque", "vc"],
    ["Angel", "angel"],
    ["Business Angel", "angel"],
    ["individual", "angel"],
    ["Corporate VC", "cvc"],
    ["corporate_venture_capital", "cvc"],
    ["Private Equity Firm", "pe"],
    ["private_equity_firm", "pe"],
    ["PE/Buyout", "pe"],
    ["Growth/Expansion", "growth"],
    ["Accelerator/Incubator", "accelerator"],
    ["Incubator", "accelerator"],
    ["Family office", "family_office"],
    ["family_investment_office", "family_office"],
    ["Family Office (single)", "family_office"],
    ["angel_group", "syndicate"],
    ["Government Office, Accelerator", "accelerator"],
  ])("reads %j as %s", (text, type) => {
    expect(readInvestorType(text)).toBe(type);
  });

  it.each(["Bank", "Hedge fund", "government_office", "University", "Crowdfunding", "investment_partner", ""])(
    "knows no value for %j",
    (text) => {
      expect(readInvestorType(text)).toBeUndefined();
    },
  );
});
