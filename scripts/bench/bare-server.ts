/**
 * What the service is measured against: `node:http` that runs the same final statements on the same pools and sends the
 * same records, without key, metering, validation and cursors. Started as a process of its own, told by IPC.
 */
import { createServer } from "node:http";
import { openPools } from "@/service/store/pools";

/** Path → the statements whose rows make the page, and the pools they run on. */
export interface BareShape {
  readonly path: string;
  readonly page: { pool: "fixed" | "filtered"; name?: string; text: string; values: unknown[] };
  readonly total?: { text: string; values: unknown[] };
}

export interface BareOrder {
  readonly databaseUrl: string;
  readonly shapes: readonly BareShape[];
}

process.once("message", (order: BareOrder) => {
  const pools = openPools(order.databaseUrl);
  const shapes = new Map(order.shapes.map((shape) => [shape.path, shape]));
  const server = createServer((request, response) => {
    const shape = shapes.get(request.url ?? "");
    if (shape === undefined) {
      response.writeHead(404).end();
      return;
    }
    const { pool, ...query } = shape.page;
    Promise.all([
      pools[pool].query<[string]>({ ...query, rowMode: "array" }),
      shape.total === undefined ? undefined : pools.totals.query<{ total: number }>(shape.total),
    ]).then(
      ([{ rows }, total]) => {
        const records = rows.slice(0, 20).map(([record]) => record);
        response.writeHead(200, { "Content-Type": "application/json" });
        response.end(`{"data":[${records.join(",")}],"total":${total?.rows[0]?.total ?? null}}`);
      },
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.({ port: typeof address === "object" && address !== null ? address.port : 0 });
  });
});
process.on("disconnect", () => process.exit(0));
