/** Defines the prompts that a person picks in their client. */

import { FEEDS } from "@dealflow/contract/feeds";
import { CREDITS_TOOL, MAX_CREDITS_PARAMETER, VALUE_LIST_TOOLS } from "@dealflow/contract/mcp";
import { TIMELINE_TOOL } from "@dealflow/contract/timeline";
import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";

const RULES = `Each returned record costs one credit: begin with ${CREDITS_TOOL}, keep limit small, set ${MAX_CREDITS_PARAMETER}, and stop and ask before a call that would cost more than 50 credits in all. Name the sources of what you report.`;

const text = (description: string) => z.string().max(200).describe(description);

const ROUNDS = z.object({
  countries: text("Countries of the headquarters, in words or as codes").optional(),
  round: text("Kinds of round, such as seed or Series A").optional(),
  sector: text("What the companies do").optional(),
});
const COMPANY = z.object({ company: text("Domain, name or profile URL of the company") });
const SECTOR = z.object({ sector: text("The sector to watch"), since: text("From this date, YYYY-MM-DD").optional() });

export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    "find_rounds",
    { title: "Find rounds", description: "The newest funding rounds by country, kind and sector.", argsSchema: ROUNDS },
    ({ countries, round, sector }) =>
      userPrompt(
        `Find the newest funding rounds${describing(" in ", countries)}${describing(", kind of round: ", round)}${describing(", sector: ", sector)}. Use ${FEEDS.funding.tool}; country codes are in ${VALUE_LIST_TOOLS.countries.tool}, industry labels in ${VALUE_LIST_TOOLS.industries.tool}. Show company, country, round, amount, date and investors in a table. ${RULES}`,
      ),
  );
  server.registerPrompt(
    "profile_company",
    {
      title: "Profile a company",
      description: "One company: what it does, its money, deals and people.",
      argsSchema: COMPANY,
    },
    ({ company }) =>
      userPrompt(
        `Profile this company: ${company}. Use ${TIMELINE_TOOL} with domain, name or socialUrl. Say what it does and where it is, then its rounds with investors, its acquisitions and its executive moves, newest first, and what is not known. ${RULES}`,
      ),
  );
  server.registerPrompt(
    "watch_sector",
    {
      title: "Watch a sector",
      description: "What happened in a sector: rounds, acquisitions and moves.",
      argsSchema: SECTOR,
    },
    ({ sector, since }) =>
      userPrompt(
        `Report what happened in this sector: ${sector}${describing(", since ", since)}. Choose verticals, industryGroups (${VALUE_LIST_TOOLS.industries.tool}) or naicsCode (${VALUE_LIST_TOOLS.naics.tool}) that fit it, then use ${FEEDS.funding.tool} and ${FEEDS.acquisitions.tool}${since === undefined ? " of the last 30 days" : ""} with includeTotal. Give the totals, the largest rounds and deals, and the most active investors. ${RULES}`,
      ),
  );
}

function describing(before: string, value: string | undefined): string {
  return value === undefined ? "" : `${before}${value}`;
}

function userPrompt(text: string) {
  return { messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
}
