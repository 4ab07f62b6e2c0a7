/**
 * Runs `webhook listen`, a receiver for development that prints deliveries and verifies them when it has the secret.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import {
  WEBHOOK_DELIVERY_HEADER,
  WEBHOOK_EVENT_HEADER,
  WEBHOOK_SIGNATURE_HEADER,
} from "@dealflow/contract/webhook-events";
import { deliveryHeaders } from "@/service/webhooks/signature";
import { CommandError, type InstallationCommand } from "./command";

const DEFAULT_PORT = 4444;
const MAX_PORT = 65_535;

export const WEBHOOK_COMMANDS: readonly InstallationCommand[] = [
  {
    subject: "webhook",
    verb: "listen",
    help: "Prints webhook deliveries on a local port, until Ctrl-C. The service sends there with WEBHOOK_ALLOW_CIDRS=127.0.0.1.",
    options: [
      { name: "port", value: "port", help: `the port, by default ${DEFAULT_PORT}` },
      { name: "secret", value: "whsec_…", help: "verify signatures with this secret" },
      { name: "status", value: "code", help: "the status to respond with, by default 204" },
    ],
    async runOn(_config, options, signal) {
      const [port, status] = [options.count("port", 1, DEFAULT_PORT), options.count("status", 200, 204)];
      if (port > MAX_PORT || status > 599) throw new CommandError("--port or --status is out of range.");
      const secret = options.flag("secret") ? options.text("secret") : undefined;
      let received = 0;
      const server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on("data", (chunk: Buffer) => chunks.push(chunk));
        request.on("end", () => {
          received++;
          process.stdout.write(`${describeDelivery(request.headers, Buffer.concat(chunks).toString(), secret)}\n`);
          response.writeHead(status).end();
        });
      });
      await new Promise<void>((resolve, reject) => {
        server.on("error", (error) => reject(new CommandError(`Port ${port} can't be used: ${error.message}.`)));
        server.listen(port, "127.0.0.1", resolve);
      });
      process.stderr.write(`Listening on http://127.0.0.1:${port}/ for webhooks. Press Ctrl-C to stop.\n`);
      if (!signal.aborted) await once(signal, "abort");
      server.closeAllConnections();
      server.close();
      return { json: { received }, lines: [`Received ${received} ${received === 1 ? "delivery" : "deliveries"}.`] };
    },
  },
];

/** Returns one line about the delivery, and its body below. */
export function describeDelivery(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string,
  secret: string | undefined,
): string {
  const header = (name: string) => String(headers[name.toLowerCase()] ?? "");
  const [event, id, signature] = [WEBHOOK_EVENT_HEADER, WEBHOOK_DELIVERY_HEADER, WEBHOOK_SIGNATURE_HEADER].map(header);
  const verdict =
    secret === undefined ? "not verified" : isSigned(signature ?? "", body, secret) ? "verified" : "INVALID SIGNATURE";
  return `${event || "no event"}  ${id || "no delivery id"}  ${verdict}\n${body}`;
}

function isSigned(signature: string, body: string, secret: string): boolean {
  const [time = "", ...digests] = signature.split(",");
  const at = new Date(Number(time.slice("t=".length)) * 1000);
  if (Number.isNaN(at.getTime())) return false;
  const headers = deliveryHeaders({ id: "", event: "", body, test: false, secrets: [secret] }, at);
  const [, expected = ""] = (headers[WEBHOOK_SIGNATURE_HEADER] ?? "").split(",");
  return digests.includes(expected);
}
