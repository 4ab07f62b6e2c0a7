// Checks that the ports are available, before anything is built or started, and what responds at them afterwards.
import { request } from "node:http";
import { createServer } from "node:net";
import { CommandError } from "../project.mjs";

/** Throws one sentence that names the port and the variable that changes it. */
export async function requireFreePort(host, port, variable) {
  const code = await new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(error.code));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
  if (code === null) return;
  if (code === "EADDRINUSE") {
    throw new CommandError(`Port ${port} on ${host} is already in use; set ${variable} to a free port.`);
  }
  if (code === "EACCES") {
    throw new CommandError(`This user may not use port ${port} on ${host}; set ${variable} to a port above 1023.`);
  }
  throw new CommandError(`Cannot listen on HOST ${host}, port ${port} (${variable}): ${code}.`);
}

/** Requests a path of a program of ours that listens on `host` and returns the status, or null without a response within 5 s. */
export function getStatus(host, port, path) {
  const address = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return new Promise((resolve) => {
    const probe = request({ host: address, port, path, method: "HEAD", timeout: 5_000 });
    probe.once("response", (response) => resolve(response.resume().statusCode));
    probe.once("timeout", () => probe.destroy());
    probe.once("error", () => resolve(null));
    probe.end();
  });
}
