// The import rules of the codebase, as rules for dependency-cruiser: the allowed imports are one table.
import type { IForbiddenRuleType } from "dependency-cruiser";

/** Everything of `lib` that may run in a browser. */
const BROWSER_LIB = [
  "packages/contract",
  "lib/filters",
  "lib/api",
  "packages/client",
  "lib/client",
  "lib/queries",
  "lib/format",
  "lib/cn.ts",
];

/** Folder (or file), and what it may import besides itself. A folder that is not listed may import nothing of ours. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  app: ["components", "lib", "packages"],
  "proxy.ts": ["lib"],
  "instrumentation.ts": ["lib"],
  "components/ui": ["lib/format", "lib/cn.ts"],
  "components/data-table": ["components/ui", "lib/format", "lib/cn.ts"],
  // Charts get the data that they draw as props; countries have the contract's codes.
  "components/charts": ["components/ui", "packages/contract", "lib/format", "lib/cn.ts"],
  "components/filters": [
    "components/ui",
    "packages/contract",
    "lib/filters",
    "lib/format",
    "lib/client",
    "lib/queries",
    "lib/cn.ts",
  ],
  // What every feature page shares: the shell around it, and the frame of a feed.
  "components/shell": ["components/ui", ...BROWSER_LIB],
  "components/feed": [
    "components/ui",
    "components/data-table",
    "components/charts",
    "components/filters",
    "components/shell",
    ...BROWSER_LIB,
  ],
  "packages/contract": [],
  "lib/describe": ["packages/contract"],
  "lib/filters": ["packages/contract"],
  // Published: it knows the interface and nothing of the dashboard.
  "packages/client": ["packages/contract"],
  "lib/api": ["packages/client", "packages/contract", "lib/format"],
  // The state of the browser is one layer in three folders, without cycles between their modules.
  "lib/client": ["packages/contract", "lib/filters", "lib/format", "lib/api", "packages/client", "lib/queries"],
  "lib/queries": ["packages/contract", "lib/filters", "lib/api", "packages/client", "lib/client"],
  "lib/cache": [],
  // Both programs agree on where a request comes from, and which networks are trusted.
  "lib/net": [],
  "lib/settings": ["lib/net"],
  // Both programs log and trace alike.
  "lib/monitoring": ["lib/cache", "packages/contract"],
  // Both programs limit rates and concurrency with these; the limits themselves are passed in.
  "lib/limits": ["lib/cache"],
  "lib/server": [
    "packages/contract",
    "lib/describe",
    "lib/filters",
    "lib/api",
    "packages/client",
    "lib/cache",
    "lib/limits",
    "lib/monitoring",
    "lib/net",
    "lib/settings",
  ],
  "lib/format": ["packages/contract"],
  "service/http": ["service", "packages/contract", "lib/describe", "lib/net", "lib/limits", "lib/monitoring"],
  "service/admin": ["service", "packages/contract"],
  "service/backup": ["service/store"],
  "service/feed": ["service/store", "service/records", "packages/contract", "lib/cache"],
  "service/metrics": ["service/store", "service/records"],
  "service/monitoring": ["service/store", "service/summaries", "service/webhooks", "service/backup", "lib/monitoring"],
  "service/records": ["packages/contract"],
  "service/net": ["lib/net"],
  "service/credits": ["service/store", "packages/contract", "lib/cache"],
  // The names of headers and the shape of a key are written once, in the contract.
  "service/accounts": [
    "service/store",
    "service/credits",
    "service/net",
    "service/records",
    "service/webhooks",
    "packages/contract",
    "lib/cache",
    "lib/net",
  ],
  "service/webhooks": [
    "service/store",
    "service/records",
    "service/feed",
    "service/credits",
    "service/net",
    "packages/contract",
    "lib/filters",
    "lib/monitoring",
  ],
  "service/bulk-purchases": [
    "service/store",
    "service/accounts",
    "service/credits",
    "service/feed",
    "service/summaries",
    "packages/contract",
  ],
  // An address of the dashboard names the refunded record in the ledger.
  "service/record-reports": [
    "service/store",
    "service/credits",
    "service/feed",
    "service/ingest",
    "packages/contract",
    "lib/filters",
  ],
  // It starts the importer as a program of its own.
  "service/import-files": ["service/store", "packages/contract", "lib/monitoring"],
  "service/inbox": [
    "service/store",
    "service/records",
    "service/feed",
    "packages/contract",
    "lib/filters",
    "lib/limits",
  ],
  // Its tools buy what the endpoints of service/http sell, with their payment and their errors.
  "service/mcp": ["service/http", "service/feed", "service/accounts", "packages/contract", "lib/describe"],
  // This is a separate program, like service/main.ts, which is in no folder.
  "service/ingest/main.ts": ["service", "packages/contract", "lib/monitoring"],
  "service/ingest": [
    "service/store",
    "service/records",
    "service/metrics",
    "service/webhooks",
    "service/inbox",
    "service/net",
    "service/program-options.ts",
    "packages/contract",
  ],
  // Threads count the rows of the feeds, stored as columns, by what the filters mean.
  "service/summaries": ["service/feed", "service/store", "service/records", "packages/contract", "lib/cache"],
  "service/store": ["lib/monitoring"],
};

const SHARED_COMPONENTS = ["ui", "data-table", "charts", "filters", "shell", "feed"];
/**
 * Every other folder below `components` may import these: a feature knows the shared parts and never another feature.
 */
const FEATURE_MAY_IMPORT = [...SHARED_COMPONENTS.map((name) => `components/${name}`), ...BROWSER_LIB];
/** And what a feature may import besides: the reference shows the interface in words, by types that reach no schema. */
const FEATURE_MAY_ALSO: Readonly<Record<string, readonly string[]>> = { "components/reference": ["lib/describe"] };

const OURS = "^(app|components|lib|packages|service)/";
const SHARED = pathPattern(SHARED_COMPONENTS.map((name) => `components/${name}`));

/** Laws about every import, also of types alone. */
export function importRules(): IForbiddenRuleType[] {
  return [
    ...Object.entries(MAY_IMPORT).map(([folder, allowed]) => ({
      ...rule("folder-table"),
      from: { path: pathPattern([folder]), pathNot: pathPattern(rowsWithin(folder)) },
      to: { path: OURS, pathNot: pathPattern([folder, ...allowed]) },
    })),
    {
      ...rule("folder-table"),
      from: { path: "^components/([^/]+)/", pathNot: [SHARED, pathPattern(Object.keys(FEATURE_MAY_ALSO))] },
      to: { path: "^(app|lib|packages|service)/", pathNot: pathPattern(FEATURE_MAY_IMPORT) },
    },
    ...Object.entries(FEATURE_MAY_ALSO).map(([feature, also]) => ({
      ...rule("folder-table"),
      from: { path: pathPattern([feature]) },
      to: { path: "^(app|lib|packages|service)/", pathNot: pathPattern([...FEATURE_MAY_IMPORT, ...also]) },
    })),
    {
      ...rule("feature-imports-feature"),
      from: { path: "^components/([^/]+)/", pathNot: SHARED },
      to: { path: "^components/", pathNot: `^components/($1|${SHARED_COMPONENTS.join("|")})/` },
    },
    {
      ...rule("contract-imports-only-zod"),
      from: { path: "^packages/contract/" },
      to: { pathNot: ["^packages/contract/", npm("zod")] },
    },
    {
      // Every cache is made by the one function that bounds it in bytes.
      ...rule("caches-are-bounded"),
      from: { path: OURS, pathNot: "^lib/cache/" },
      to: { path: npm("lru-cache") },
    },
    {
      ...rule("service-takes-nothing-of-the-dashboard"),
      from: { path: "^service/" },
      to: { path: "^(app|components|lib/(client|server|format))/" },
    },
    {
      ...rule("only-the-service-takes-from-the-service"),
      from: { pathNot: "^service/" },
      to: { path: "^service/" },
    },
  ];
}

/** Laws about what runs: an import of types alone is gone by then. `clientFiles` are those with "use client". */
export function runtimeImportRules(clientFiles: readonly string[]): IForbiddenRuleType[] {
  return [
    {
      ...rule("browser-reaches-no-server-code"),
      from: { path: ["^components/", pathPattern(BROWSER_LIB), pathPattern(clientFiles)] },
      to: { path: "^lib/server/", reachable: true },
    },
    {
      // The schemas of the public API are those that import zod; those of the private API import zod/mini, which is
      // small.
      ...rule("browser-reaches-no-schemas"),
      from: { path: ["^components/", "^lib/(?:client|filters|queries)/"] },
      to: { path: npm("zod"), pathNot: npm("zod/mini"), reachable: true },
    },
    {
      // A page loads the schemas of the subjects that it shows, and not those of all.
      ...rule("browser-loads-schemas-by-subject"),
      from: { path: ["^components/", "^lib/(?:client|filters|queries)/"] },
      to: { path: "^packages/contract/src/account/account\\.", reachable: true },
    },
    {
      // The lists of allowed values are large; a facet that needs one loads it on demand.
      ...rule("browser-reaches-no-list-readers"),
      from: { path: ["^components/", pathPattern(BROWSER_LIB.filter((folder) => folder !== "packages/contract"))] },
      to: { path: pathPattern(["packages/contract/src/query/list-readers.ts"]), reachable: true },
    },
    { ...rule("no-cycles"), from: {}, to: { circular: true } },
  ];
}

function rule(name: string) {
  return { name, severity: "error" as const };
}

/** The rows of the table that are about a part of this row's folder and are in its place there. */
function rowsWithin(folder: string): string[] {
  return Object.keys(MAY_IMPORT).filter((row) => row.startsWith(`${folder}/`));
}

/**
 * Matches the files and everything in the folders; nothing at all when there are none. Captures nothing, which is
 * several times faster.
 */
function pathPattern(paths: readonly string[]): string {
  const literal = paths.map((path) => path.replaceAll(/[.[\]()$+]/g, "\\$&"));
  return paths.length === 0 ? "^\\b$" : `^(?:${literal.join("|")})(?:/|$|\\.js$)`;
}

/** Matches a package in any node_modules folder. */
function npm(name: string): string {
  return `(^|/)node_modules/${name}(/|$)`;
}
