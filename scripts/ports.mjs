// Whether the ports can be had, asked before anything is built or started.
import { createServer } from "node:net";
import { CommandError } from "./project.mjs";

/** Throws one sentence that names the port and the variable that changes it. */
export async function requireFreePort(host, port, variable) {
  const code = await new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(error.code));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
  if (code === null) return;
  if (code === "EADDRINUSE") {
    throw new CommandError(`Port ${port} on ${host} is taken by another program; set ${variable} to a free one.`);
  }
  if (code === "EACCES") {
    throw new CommandError(`Port ${port} on ${host} is not open to this user; set ${variable} to one above 1023.`);
  }
  throw new CommandError(`HOST is ${host}, where port ${port} (${variable}) cannot be opened: ${code}.`);
}
