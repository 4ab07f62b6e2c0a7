import { describe, expect, it } from "vitest";
import { companyInHeadline } from "./headlines";

describe("companyInHeadline", () => {
  it.each([
    ["Quorvane AI Bags $17.5M Series A", "Quorvane AI"],
    ["Quorvane Health Banks $3.8M Seed Round", "Quorvane Health"],
    ["Quorvane Bags $4.3 Million", "Quorvane"],
    ["Quorvane Security Bags $43M in Funding Round", "Quorvane Security"],
    ["Quorvane Digital Receives Seed Round Investment", "Quorvane Digital"],
    ["Quorvane Grabs $11M Series B-2 Round", "Quorvane"],
    ["Quorvane has raised over 12 million dollars", "Quorvane"],
    ["Quorvane, Inc. Closes an Oversubscribed Series B Financing", "Quorvane, Inc."],
    ["Quorvane Pulls in US$ 5 Million", "Quorvane"],
    ["Quorvane Secures New Funding from Hollin", "Quorvane"],
    ["Quorvane lève 3 millions d’euros", "Quorvane"],
    ["Quorvane boucle un tour de table de 2 M€", "Quorvane"],
    ["Quorvane sichert sich 5 Mio. Euro", "Quorvane"],
    ["Quorvane erhält 2,5 Millionen Euro", "Quorvane"],
    ["Quorvane cierra una ronda de 3M€", "Quorvane"],
    ["Quorvane levanta 2 millones de euros", "Quorvane"],
  ])("finds the company in %j", (text, name) => {
    expect(companyInHeadline(text)).toBe(name);
  });

  it.each([
    "Oakmesh Lands",
    "First Banks Seed Fund",
    "Secures",
    "Raised Real Estate",
    "Oakmesh Nets & Ropes 3D",
    "Gets Series A",
    "Veld Scores Venture Capital",
    "Oakmesh Closes 42",
    "Banks Investment Management",
    "Net Gains Funding Partners",
    "Oakmesh 500M",
  ])("leaves the name %j", (text) => {
    expect(companyInHeadline(text)).toBeUndefined();
  });
});
