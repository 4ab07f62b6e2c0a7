// Builds what is published: one module, with the part of the contract that it uses, and its types. Run by `npm pack`.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";

const HERE = import.meta.dirname;
const TYPES = join(HERE, "dist", "types");

rmSync(join(HERE, "dist"), { recursive: true, force: true });
await build({
  absWorkingDir: HERE,
  entryPoints: ["src/client.ts"],
  outfile: "dist/client.js",
  bundle: true,
  format: "esm",
  platform: "neutral",
  target: "es2023",
});
execFileSync(process.execPath, [join(HERE, "../../node_modules/typescript/bin/tsc"), "-p", HERE], { stdio: "inherit" });
// The compiler leaves the repository's import aliases in the declarations, and no extensions, which Node's resolution needs.
for (const file of readdirSync(TYPES, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".d.ts"))) {
  const path = join(TYPES, file);
  const toRoot = relative(dirname(path), TYPES);
  const text = readFileSync(path, "utf8")
    .replaceAll(/(?<=\b(?:from |import\())"@dealflow\/contract\/([^"]+)"/g, `"${toRoot}/packages/contract/src/$1"`)
    .replaceAll(/(?<=\b(?:from |import\())"(\.[^"]+)"/g, '"$1.js"');
  writeFileSync(path, text);
}
