/** Starts the one PostgreSQL of all workers, with the market that each of them copies. */
import { runAsAdministrator } from "@/service/store/testing-databases";
import { startTestServer } from "../../../scripts/test-runner/test-server";
import { createMarket, type MarketServer } from "./market";

/** A worker gets these as variables of its environment. */
const VARIABLE = "DEALFLOW_TEST_MARKET";

export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer("playwright");
  const market = await createMarket(server.url);
  const { url, superuserUrl } = server;
  process.env[VARIABLE] = JSON.stringify({ url, superuserUrl, market } satisfies MarketServer);
  return async () => {
    await runAsAdministrator(superuserUrl, `drop database ${market} with (force)`);
    await server.close();
  };
}

export function readMarketServer(): MarketServer {
  const text = process.env[VARIABLE];
  if (text === undefined) throw new Error(`${VARIABLE} is set by the global setup`);
  return JSON.parse(text);
}
