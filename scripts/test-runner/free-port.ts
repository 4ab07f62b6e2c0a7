import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Systems give higher ports (32768 and above) to programs that ask for any, and to outgoing connections. Browsers send no
 * request to some lower ones, of which the last is 10080.
 */
const [FIRST, END] = [10_100, 32_000];
let next = randomInt(FIRST, END);

/**
 * Returns a port of 127.0.0.1 on which nothing listened a moment ago, for tests and benchmarks. Each process counts from
 * a place of its own: of the ports that the system chooses, another process can get the same one before this one's
 * program listens.
 */
export async function freePort(): Promise<number> {
  for (let tried = FIRST; tried < END; tried++) {
    const port = next;
    next = port + 1 < END ? port + 1 : FIRST;
    if (await isFree(port)) return port;
  }
  throw new Error("no port is free");
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port, "127.0.0.1"), "listening");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return false;
    throw error;
  }
  probe.close();
  await once(probe, "close");
  return true;
}
