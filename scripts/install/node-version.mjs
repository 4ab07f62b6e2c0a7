// Imported first by every command: one sentence in place of a stack trace on an old Node.
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Dealflow needs Node 20.19 or newer; this is ${process.version}.`);
  process.exit(1);
}
