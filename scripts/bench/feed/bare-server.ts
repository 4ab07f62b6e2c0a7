/**
 * Runs the baseline of the service: `node:http` that runs the same final statements on the same pools and sends the
 * same records, without key, metering, validation and cursors. It is another process, configured by IPC.
 */
import { createServer } from "node:http";
import { openPools, type Pools } from "@/service/store/pools/pools";

export interface BareStatement {
  readonly pool: "fixed" | "filtered" | "totals";
  /** A named statement keeps its plan on each connection. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Each path has the statements whose rows are sent. */
export interface BareShape {
  readonly path: string;
  readonly statements: readonly BareStatement[];
}

/** A page has this many records; the one more that is read shows whether there is a next page. */
const PAGE = 20;

async function result(pools: Pools, { statements }: BareShape): Promise<string> {
  const results = await Promise.all(
    statements.map(({ pool, values, ...statement }) =>
      pools[pool].query<unknown[]>({ ...statement, values: [...values], rowMode: "array" }),
    ),
  );
  const texts = results.map(({ rows }) => {
    const served = rows.length === PAGE + 1 ? rows.slice(0, PAGE) : rows;
    return `[${served.map((row) => row.at(row.length > 1 ? -1 : 0)).join(",")}]`;
  });
  return `{"data":[${texts.join(",")}]}`;
}

process.once("message", (order: { readonly databaseUrl: string; readonly shapes: readonly BareShape[] }) => {
  const pools = openPools(order.databaseUrl);
  const shapes = new Map(order.shapes.map((shape) => [shape.path, shape]));
  const server = createServer((request, response) => {
    const shape = shapes.get(request.url ?? "");
    if (shape === undefined) {
      response.writeHead(404).end();
      return;
    }
    result(pools, shape).then(
      (body) => response.writeHead(200, { "Content-Type": "application/json" }).end(body),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.({ port: typeof address === "object" && address !== null ? address.port : 0 });
  });
});
