// Every command imports this first, so that an old Node reports one sentence in place of a stack trace.
// Packages of the build load ES modules with require(), which Node 20.19 and 22.12 can, but not 22.11.
if (!process.features.require_module) {
  console.error(`Dealflow needs Node 20.19, 22.12 or 24, or newer; this is ${process.version}.`);
  process.exit(1);
}
