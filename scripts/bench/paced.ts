/** Sends requests one by one at an even pace and measures how long each took: what one of many readers sees at that rate. */
import { Agent, request as send } from "node:http";
import type { Load, Measured, Request } from "./load";

/** Throws on any status but 200. */
export async function measurePaced(
  { url, requests, seconds, connections }: Load,
  perSecond: number,
): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  const startedAt = performance.now();
  const pending: Promise<void>[] = [];
  for (let index = 0; index < perSecond * seconds; index++) {
    const wait = startedAt + (index * 1000) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const next = requests[index % requests.length];
    if (next !== undefined) pending.push(sendRequest(agent, url, next).then((ms) => void latencies.push(ms)));
  }
  await Promise.all(pending);
  agent.destroy();
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  const elapsed = (performance.now() - startedAt) / 1000;
  return { rate: latencies.length / elapsed, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Milliseconds until the whole response was there. */
function sendRequest(agent: Agent, url: string, { method, path, headers, body }: Request): Promise<number> {
  const sentAt = performance.now();
  return new Promise((resolve, reject) => {
    const clientRequest = send(`${url}${path}`, { agent, method, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}${path} responded ${response.statusCode}.`));
      response.resume().on("end", () => resolve(performance.now() - sentAt));
    });
    clientRequest.on("error", reject).end(body);
  });
}
