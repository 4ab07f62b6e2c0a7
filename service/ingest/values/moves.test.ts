import { MOVE_TYPES, ROLE_SENIORITIES } from "@dealflow/contract/values/events";
import { describe, expect, it } from "vitest";
import { readMoveType, readSeniority, titleSeniority } from "./moves";

describe("readMoveType", () => {
  it.each(MOVE_TYPES)("reads the value and the title of $value", ({ value, title }) => {
    expect([readMoveType(value), readMoveType(title)]).toEqual([value, value]);
  });

  it.each([
    ["hired", "appointment"],
    ["Joined", "appointment"],
    ["New Hire", "appointment"],
    ["Named CEO", "appointment"],
    ["Joined the board", "appointment"],
    ["nomination", "appointment"],
    ["nommée", "appointment"],
    ["ernannt", "appointment"],
    ["nombramiento", "appointment"],
    ["promoted", "promotion"],
    ["promu", "promotion"],
    ["Beförderung", "promotion"],
    ["left", "departure"],
    ["departed", "departure"],
    ["resigned", "departure"],
    ["Retirement", "departure"],
    ["stepped down from the board", "departure"],
    ["départ", "departure"],
    ["Rücktritt", "departure"],
    ["salida", "departure"],
    ["moved", "transition"],
    ["Return", "appointment"],
    ["interim", "transition"],
    ["Appointment of Interim Officer", "appointment"],
  ])("reads %j as %s", (text, type) => {
    expect(readMoveType(text)).toBe(type);
  });

  it.each(["", "unknown", "CEO", "3"])("finds no move in %j", (text) => {
    expect(readMoveType(text)).toBeUndefined();
  });
});

describe("readSeniority", () => {
  it.each(ROLE_SENIORITIES)("reads the value and the title of $value", ({ value, title }) => {
    expect([readSeniority(value), readSeniority(title)]).toEqual([value, value]);
  });

  it.each([
    ["C-Suite", "c_level"],
    ["VP", "vp_level"],
    ["Owner", "founder"],
  ])("reads %j as %s", (text, seniority) => {
    expect(readSeniority(text)).toBe(seniority);
  });

  it("finds none where nothing is stated", () => {
    expect(readSeniority("n/a")).toBeUndefined();
  });
});

describe("titleSeniority", () => {
  it.each([
    ["CEO", "c_level"],
    ["Chief Financial Officer", "c_level"],
    ["Interim Chief People Officer", "c_level"],
    ["President", "c_level"],
    ["Chairman and CEO", "c_level"],
    ["Geschäftsführerin", "c_level"],
    ["Mitglied des Vorstands", "c_level"],
    ["PDG", "c_level"],
    ["Directeur général adjoint", "c_level"],
    ["Director General", "c_level"],
    ["Managing Director", "c_level"],
    ["Co-founder & CTO", "founder"],
    ["Gründer", "founder"],
    ["VP Sales", "vp_level"],
    ["Senior Vice President, Finance", "vp_level"],
    ["Chief Technology Officer and Senior Vice President", "c_level"],
    ["Head of Product", "director"],
    ["Director of Engineering", "director"],
    ["Directrice marketing", "director"],
    ["Vertriebsleiter / Leiter Vertrieb", "director"],
    ["General Manager", "director"],
    ["Board Member", "board"],
    ["Non-Executive Director", "board"],
    ["Chairman of the Board", "board"],
    ["Executive Chair", "board"],
    ["Vice Chairman", "board"],
    ["Aufsichtsratsmitglied", "board"],
    ["Administrateur indépendant", "board"],
    ["Product Manager", "other"],
    ["Partner", "other"],
    ["Chief of Staff", "other"],
    ["Assistant to the CEO", "other"],
  ])("takes %j for %s", (title, seniority) => {
    expect(titleSeniority(title)).toBe(seniority);
  });

  it("does not know every title", () => {
    expect(titleSeniority("Evangelist")).toBeUndefined();
  });
});
