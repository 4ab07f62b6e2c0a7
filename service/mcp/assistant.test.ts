/** A scripted assistant that is given only the list of tools finishes five jobs. */

import { FEEDS } from "@dealflow/contract/feeds";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBalance } from "@/service/http/testing/api-client";
import { insertCompany, insertDeal, insertRound } from "@/service/http/testing/fixtures";
import { type TestService, testService } from "@/service/http/testing/service";
import { createAssistant } from "./testing/assistant";
import { connectClient } from "./testing/clients";
import { type Connected, connect } from "./testing/connected";

const DEALS = 180;
const CREDITS = 1_000;

let service: TestService;
beforeAll(async () => {
  service = await testService();
  const { pool } = service.database;
  const day = (index: number) => new Date(Date.UTC(2026, 0, 1, index));
  const countries = ["DE", "FR", "US"];
  for (const [index, hqCountry] of countries.entries()) {
    const company = await insertCompany(pool, {
      name: `Company ${hqCountry}`,
      domain: `${hqCountry}.example`.toLowerCase(),
      hqCountry,
    });
    for (let round = 0; round < 8; round++)
      await insertRound(pool, company, {
        round: round % 2 === 0 ? "seed" : "series-a",
        announcedAt: day(3 * round + index),
      });
    for (let deal = 0; deal < DEALS / countries.length; deal++)
      await insertDeal(pool, company, `Target ${deal}`, { announcedAt: day(3 * deal + index) });
  }
});
afterAll(() => service.stop());

async function start(dailyAllowance?: number) {
  const connected: Connected = await connect(service, CREDITS, dailyAllowance === undefined ? {} : { dailyAllowance });
  const assistant = await createAssistant(await connectClient(service, connected.token));
  return { connected, assistant, spent: async () => CREDITS - (await readBalance(service, connected.workspaceId)) };
}

async function readRest({ key }: Connected, path: string) {
  const response = await fetch(`${service.url}${path}`, { headers: { "X-API-Key": key } });
  return (await response.json()).data;
}

describe("an assistant that knows only the list of tools", () => {
  it("finds the newest seed rounds in two countries", async () => {
    const { assistant, connected, spent } = await start();
    const tool = assistant.findTool("funding rounds", "newest");
    const countries = assistant.findProperty(tool.inputSchema, "country codes");
    const round = assistant.findProperty(tool.inputSchema, "Funding rounds");
    const given = {
      [countries]: [
        await assistant.lookUp(tool, countries, "Germany"),
        await assistant.lookUp(tool, countries, "France"),
      ],
      [round]: ["seed"],
    };
    const { records } = await assistant.collect(tool, given, 6);
    expect(await spent()).toBe(6);
    expect(records).toEqual(
      await readRest(connected, `${FEEDS.funding.path}?round=seed&countries=DE&countries=FR&limit=6`),
    );
  });

  it("gets a company's timeline by its domain", async () => {
    const { assistant, spent } = await start();
    const tool = assistant.findTool("one company", "events");
    const domain = assistant.findProperty(tool.inputSchema, "Domain of the company");
    const { structured, credits } = await assistant.call(tool, { [domain]: "https://www.de.example/about" });
    expect(structured).toMatchObject({ data: { company: { name: "Company DE" } }, eventsAvailable: 68 });
    expect(await spent()).toBe(credits);
  });

  it("pages through 150 acquisitions within the credits that it may spend", async () => {
    const { assistant, connected, spent } = await start();
    const outcome = await assistant.collect(assistant.findTool("acquisitions and mergers", "newest"), {}, 150, 150);
    expect(outcome).toMatchObject({ credits: 150 });
    expect(outcome.calls).toBeGreaterThan(2);
    expect(await spent()).toBe(150);
    const first = await readRest(connected, `${FEEDS.acquisitions.path}?limit=100`);
    expect(outcome.records).toHaveLength(150);
    expect(outcome.records.slice(0, 100)).toEqual(first);
  });

  it("recovers from a wrong value", async () => {
    const { assistant, spent } = await start();
    const tool = assistant.findTool("funding rounds", "newest");
    const round = assistant.findProperty(tool.inputSchema, "Funding rounds");
    const outcome = await assistant.callAndCorrect(tool, { [round]: ["series_a"] });
    expect(outcome).toMatchObject({ calls: 2, credits: 10 });
    expect(outcome.records).toHaveLength(10);
    expect(await spent()).toBe(10);
  });

  it("stops when its allowance ends", async () => {
    const { assistant, spent } = await start(25);
    const tool = assistant.findTool("acquisitions and mergers", "newest");
    const outcome = await assistant.collect(tool, {}, 100);
    expect(outcome).toMatchObject({ credits: 25, stoppedBy: "nothing is left of the daily allowance" });
    expect(outcome.records).toHaveLength(25);
    const refused = await assistant.collect(tool, {}, 100);
    expect(refused).toMatchObject({ credits: 0, calls: 1, stoppedBy: expect.stringMatching(/^ALLOWANCE_REACHED: /) });
    expect(await spent()).toBe(25);
  });
});
