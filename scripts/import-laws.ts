// The import rules of the codebase: the allowed imports are one table.

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

/** These parts of the dashboard know no feature, and every feature may import them. */
const SHARED_COMPONENTS = ["ui", "data-table", "charts", "filters", "shell", "feed"].map(
  (name) => `components/${name}`,
);

/** Every folder of components that is not in the table may import these: a feature never imports another feature. */
const FEATURE_MAY_IMPORT = [...SHARED_COMPONENTS, ...BROWSER_LIB];

/** Folder (or file), and what it may import of ours besides itself. */
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
  // The reference shows the interface in words, by types that reach no schema.
  "components/reference": [...FEATURE_MAY_IMPORT, "lib/describe"],
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

export type Violation = { rule: string; from: string; to: string };

/** Lists what each module imports: the paths of our own modules, and the names of packages. */
export type Imports = ReadonlyMap<string, readonly string[]>;

interface Law {
  readonly rule: string;
  /** Returns true when the law is about this module. */
  readonly from: (path: string) => boolean;
  readonly forbids: (to: string, from: string) => boolean;
}

/**
 * Imports of our own modules in one file, those of types alone too: its reader has to know all of them. Those of the
 * contract do not count.
 */
export const MOST_IMPORTS = 20;

const OURS = ["app", "components", "lib", "packages", "service"];

/** Laws about every import, also of types alone. */
const IMPORT_LAWS: readonly Law[] = [
  {
    rule: "folder-table",
    from: (path) => findRow(path) !== undefined,
    forbids: (to, from) => {
      const { folder, allowed } = findRow(from) ?? { folder: from, allowed: [] };
      return isWithin(OURS, to) && !isWithin([folder, ...allowed], to);
    },
  },
  {
    rule: "contract-imports-only-zod",
    from: (path) => isWithin(["packages/contract"], path),
    forbids: (to) => !isWithin(["packages/contract", "zod"], to),
  },
  {
    // Every cache is made by the one function that bounds it in bytes.
    rule: "caches-are-bounded",
    from: (path) => !isWithin(["lib/cache"], path),
    forbids: (to) => to === "lru-cache",
  },
  {
    rule: "service-takes-nothing-of-the-dashboard",
    from: (path) => isWithin(["service"], path),
    forbids: (to) => isWithin(["app", "components", "lib/client", "lib/server", "lib/format"], to),
  },
  {
    rule: "only-the-service-takes-from-the-service",
    from: (path) => !isWithin(["service"], path),
    forbids: (to) => isWithin(["service"], to),
  },
];

const isBrowserState = (path: string) => isWithin(["components", "lib/client", "lib/filters", "lib/queries"], path);

/** Laws about all that a module reaches while it runs: an import of types alone is gone by then. */
const REACH_LAWS: readonly Law[] = [
  {
    // The schemas of the public API are those that import zod; those of the private API import zod/mini, which is
    // small.
    rule: "browser-reaches-no-schemas",
    from: isBrowserState,
    forbids: (to) => isWithin(["zod"], to) && !isWithin(["zod/mini"], to),
  },
  {
    // A page loads the schemas of the subjects that it shows, and not those of all.
    rule: "browser-loads-schemas-by-subject",
    from: isBrowserState,
    forbids: (to) => to === "packages/contract/src/account/account.ts",
  },
  {
    // The lists of allowed values are large; a facet that needs one loads it on demand.
    rule: "browser-reaches-no-list-readers",
    from: (path) => isWithin(["components", ...BROWSER_LIB], path) && !isWithin(["packages/contract"], path),
    forbids: (to) => to === "packages/contract/src/query/list-readers.ts",
  },
  { rule: "no-cycles", from: () => true, forbids: (to, from) => to === from },
];

/** Finds violations among all imports, also of types alone. */
export function checkImports(imports: Imports): Violation[] {
  return [...imports].flatMap(([from, names]) => {
    const number = names.filter((name) => imports.has(name) && !isWithin(["packages/contract"], name)).length;
    return [
      ...findForbidden(IMPORT_LAWS, from, names),
      ...(number > MOST_IMPORTS ? [{ rule: "at-most-twenty-imports", from, to: `${number} files` }] : []),
    ];
  });
}

/** Finds violations among the imports of running code. `clientFiles` are those with "use client". */
export function checkRunningImports(imports: Imports, clientFiles: readonly string[]): Violation[] {
  const browser: Law = {
    rule: "browser-reaches-no-server-code",
    from: (path) => isWithin(["components", ...BROWSER_LIB, ...clientFiles], path),
    forbids: (to) => isWithin(["lib/server"], to),
  };
  return [...imports.keys()].flatMap((from) => findForbidden([browser, ...REACH_LAWS], from, reach(imports, from)));
}

function findForbidden(laws: readonly Law[], from: string, names: readonly string[]): Violation[] {
  return laws
    .filter((law) => law.from(from))
    .flatMap(({ rule, forbids }) => names.filter((to) => forbids(to, from)).map((to) => ({ rule, from, to })));
}

/** Returns all that a module imports, directly or through others; itself when it is in a cycle. */
function reach(imports: Imports, from: string): string[] {
  const reached = new Set(imports.get(from));
  // A set that grows is iterated to its new end.
  for (const path of reached) for (const name of imports.get(path) ?? []) reached.add(name);
  return [...reached];
}

/** Returns the row of the table about the smallest part with this path; undefined where no row is about it. */
function findRow(path: string): { readonly folder: string; readonly allowed: readonly string[] } | undefined {
  const [folder] = Object.keys(MAY_IMPORT)
    .filter((row) => isWithin([row], path))
    .sort((a, b) => b.length - a.length);
  if (folder !== undefined) return { folder, allowed: MAY_IMPORT[folder] ?? [] };
  const [feature] = /^components\/[^/]+(?=\/)/.exec(path) ?? [];
  return feature === undefined ? undefined : { folder: feature, allowed: FEATURE_MAY_IMPORT };
}

/** Tells whether a path is one of these, or in one of these folders; a package has subpaths alike. */
function isWithin(places: readonly string[], path: string): boolean {
  return places.some((place) => path === place || path.startsWith(`${place}/`));
}
