// Whether the ports are available, checked before anything is built or started.
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
