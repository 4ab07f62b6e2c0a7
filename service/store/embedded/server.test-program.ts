// Opens the server of a data directory for the tests, reports it on the IPC channel, and closes on request.
import { openEmbeddedServer } from "./server";

const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error("The data directory is missing.");

const server = await openEmbeddedServer({ dataDir, program: "test", log: () => {}, durable: false });
process.on("message", async () => {
  await server.close();
  process.disconnect();
});
process.send?.({ url: server.url });
