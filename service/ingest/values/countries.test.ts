import { COUNTRIES } from "@dealflow/contract/values/countries";
import { describe, expect, it } from "vitest";
import { readCountry } from "./countries";

describe("readCountry", () => {
  it("reads the code and the name of every country of the contract", () => {
    for (const { value, title } of COUNTRIES)
      expect([readCountry(value), readCountry(value.toLowerCase()), readCountry(title)], value).toEqual([
        value,
        value,
        value,
      ]);
  });

  it("reads the name of every country in fifteen languages, in capitals too", () => {
    for (const language of "en fr de es it pt nl pl fi cs hu ro uk ko id".split(" "))
      for (const { value } of COUNTRIES) {
        const name = new Intl.DisplayNames([language], { type: "region" }).of(value) ?? "";
        expect(readCountry(name.toUpperCase()), `${language} ${name}`).toBe(value);
      }
  });

  it.each([
    ["DEU", "DE"],
    ["276", "DE"],
    ["040", "AT"],
    ["UK", "GB"],
    ["U.K.", "GB"],
    ["England", "GB"],
    ["Chicago, Ill.", "US"],
    ["Great Britain", "GB"],
    ["USA", "US"],
    ["U.S.A.", "US"],
    ["U.S.", "US"],
    ["the United States of America", "US"],
    ["UAE", "AE"],
    ["Hong Kong SAR", "HK"],
    ["Macau", "MO"],
    ["Republic of Korea", "KR"],
    ["Korea, Republic of", "KR"],
    ["Korea (Republic of)", "KR"],
    ["US (Bay Area, Israel)", "US"],
    ["Georgia (US)", "US"],
    ["Korea", "KR"],
    ["Korea, Democratic People's Republic of", "KP"],
    ["Iran (Islamic Republic of)", "IR"],
    ["Venezuela, Bolivarian Republic of", "VE"],
    ["Tanzania, United Republic of", "TZ"],
    ["Taiwan, Province of China", "TW"],
    ["People's Republic of China", "CN"],
    ["Republic of China", "TW"],
    ["Congo, The Democratic Republic of the", "CD"],
    ["Congo", "CG"],
    ["Russian Federation", "RU"],
    ["The Netherlands", "NL"],
    ["Holland", "NL"],
    ["Viet Nam", "VN"],
    ["Czech Republic", "CZ"],
    ["Czechia", "CZ"],
    ["Slovak Republic", "SK"],
    ["Turkey", "TR"],
    ["Türkiye", "TR"],
    ["Burma", "MM"],
    ["Swaziland", "SZ"],
    ["Macedonia", "MK"],
    ["Ivory Coast", "CI"],
    ["Côte d’Ivoire", "CI"],
    ["Federal Republic of Germany", "DE"],
    ["Bundesrepublik Deutschland", "DE"],
    ["Republic of Singapore", "SG"],
    ["Kingdom of Saudi Arabia", "SA"],
    ["República Dominicana", "DO"],
    ["Bosnia & Herzegovina", "BA"],
    ["Deutschland", "DE"],
    ["España", "ES"],
    ["Österreich", "AT"],
    ["Schweiz", "CH"],
    ["Suisse", "CH"],
    ["Svizzera", "CH"],
    ["Sverige", "SE"],
    ["Brasil", "BR"],
    ["中国", "CN"],
    ["中國", "CN"],
    ["日本", "JP"],
    ["대한민국", "KR"],
    ["Россия", "RU"],
    ["🇫🇷", "FR"],
    ["Georgia", "GE"],
    ["Leeds, UK", "GB"],
    ["Reading, UK and Lyon, France", "GB"],
    ["United States of America; America / Canada", "US"],
    ["Port of Spain, Trinidad and Tobago", "TT"],
    ["California, USA", "US"],
    ["Lebanon, NH", "US"],
    ["Cuba, New York", "US"],
    ["San Francisco, California", "US"],
    ["Toronto, ON", "CA"],
    ["Sydney, NSW", "AU"],
    ["San Francisco, CA, United States", "US"],
    ["Paris - France", "FR"],
    ["Berlin (Germany)", "DE"],
    ["Tbilisi, Georgia", "GE"],
    ["Singapore, Central Region, Singapore", "SG"],
    ["Kowloon, Hong Kong", "HK"],
  ])("reads %s as %s", (text, code) => {
    expect(readCountry(text)).toBe(code);
  });

  it.each([
    ["XX"],
    ["Los Angeles, CA"],
    ["Wilmington, DE"],
    ["Atlanta, Georgia"],
    ["California"],
    ["Leeds"],
    ["Europe"],
    ["Kosovo"],
    ["New-York, Paris, Singapore"],
    ["Hong Kong, Singapore"],
    ["999"],
    [""],
  ])("finds no country in %j", (text) => {
    expect(readCountry(text)).toBeUndefined();
  });
});
