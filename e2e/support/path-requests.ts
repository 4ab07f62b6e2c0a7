/** Addresses of the dashboard that exist and that do not, for tests of what holds for every response. */
import { readdirSync } from "node:fs";
import path from "node:path";
import { ACCOUNT } from "@dealflow/contract/account/account";
import { FEEDS } from "@dealflow/contract/feeds";
import { ROOT } from "../../scripts/test-runner/built-programs";
import { SIGNED_IN_PAGES, SIGNED_OUT_PAGES, UNKNOWN_ID } from "./page-paths";

export interface PathRequest {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const CHUNKS = readdirSync(path.join(ROOT, ".next/static/chunks")).filter((name) => /\.(js|css)$/.test(name));
const FONTS = readdirSync(path.join(ROOT, ".next/static/media"));

/** Files and documents that are the same for everyone, and how long a shared cache may store them. */
export const PUBLIC: ReadonlyMap<string, string> = new Map([
  ...CHUNKS.slice(0, 6).map((name): [string, string] => [
    `/_next/static/chunks/${name}`,
    "public, max-age=31536000, immutable",
  ]),
  ...FONTS.slice(0, 2).map((name): [string, string] => [
    `/_next/static/media/${name}`,
    "public, max-age=31536000, immutable",
  ]),
  ...["AD", "DE", "US", "ZW"].map((code): [string, string] => [`/flags/${code}.svg`, "public, max-age=604800"]),
  ["/flags/%44E.svg", "public, max-age=604800"],
  ["/flags/US.svg?v=2", "public, max-age=604800"],
  ...["/icon.svg", "/robots.txt"].map((name): [string, string] => [name, "public, max-age=0, must-revalidate"]),
  ...["/openapi.json", "/agents.md", "/llms.txt"].map((name): [string, string] => [name, "public, max-age=300"]),
]);

const BELOW_FLAGS = [
  ...["/flags", "/flags/", "/flags/x.svg", "/flags/ad.svg", "/flags/AD", "/flags/AD.svg/", "/flags/AD.svg/x"],
  ...["/flags/AD.png", "/flags/%2e%2e/funding", "/flags/../credits", "/flags/a/b/c", "/flags/?x=1"],
  ...["/flags/AD.svg;x", "/flags//AD.svg", "/Flags/AD.svg", "/flags/%61.svg", "/flags/..%2ffunding", "/flags/index"],
];
const BELOW_NEXT = [
  ...[
    "/_next",
    "/_next/",
    "/_next/x",
    "/_next/static",
    "/_next/static/",
    "/_next/static/none",
    "/_next/static/none.js",
  ],
  ...["/_next/static/chunks", "/_next/static/chunks/", "/_next/static/chunks/none.js", "/_next/static/../../funding"],
  ...["/_next/static/%2e%2e/%2e%2e/credits", "/_next/static/..%2f..%2ffunding", "/_next/static/x/_buildManifest.js"],
  ...["/_next/image", "/_next/image?url=%2Fflags%2FAD.svg&w=64&q=75", "/_next/image?url=%2Ffunding&w=64&q=75"],
  ...["/_next/data", "/_next/data/x/funding.json", "/_next/data/x/index.json", "/_next/data//credits.json"],
  ...["/_next/webpack-hmr", "/_next/funding", "/_next/postponed/resume/funding", "/_next/mcp", "/_next/%66unding"],
];
const INVENTED = [
  ...["/no-such-page", "/favicon.ico", "/sitemap.xml", "/index", "/index.html", "/404", "/500", "/_error"],
  ...["/_not-found", "/_global-error", "/.well-known/x", "/.env", "/static/x.css", "/funding.svg", "/funding.css"],
  ...["/credits/x.css", "/credits.json", "/funding/x.js", "/settings/keys/a.png", "/settings/none", "/companies/x/y"],
  ...[
    "/funding/",
    "/credits/",
    "/settings/keys/",
    "/sign-in/",
    "//credits",
    "//evil.example/x",
    "/\\evil.example",
    "/a//b",
  ],
  ...["/funding%2f", "/%66unding", "/funding;x=1", "/funding%3Fx", "/fund%C4%B1ng"],
  ...[
    "/funding?round=seed",
    "/funding?round=seed&countries=US",
    "/funding?round=none",
    "/funding?a=1&a=2",
    "/credits?x=1",
  ],
  ...["/?x", "/credits?_rsc=1abc", "/funding?_rsc=1abc&round=seed", "/companies?search=caf%C3%A9", "/funding?open=x"],
  ...[
    "/sign-in?returnTo=%2Fcredits",
    "/sign-in?returnTo=%2F%2Fevil.example",
    "/register?returnTo=%2Ffunding",
    "/API/meter",
  ],
];
const ROUTES = [
  ...[
    "/api",
    "/api/",
    "/api/x",
    "/api/v1",
    "/api/v1/none",
    "/api/account/v1/workspace",
    "/api/account/v1/workspace/",
    "/api/unlock",
  ],
  ...[
    "/api/account",
    "/api/account/v1/none",
    "/api/account/v1/workspace?x=1",
    "/api/account/v1/workspace/x.css",
    "/api/account/v1/me.css",
  ],
  ...Object.values(ACCOUNT).map(({ path: at }) => `/api${at.replace(":id", UNKNOWN_ID)}`),
  ...Object.values(FEEDS).flatMap(({ path: at }) => [`/api${at}`, `/api${at}?limit=5`, `/api${at}?limit=0`]),
];

/** The dashboard's own pages send these headers. */
const SAME_ORIGIN = { "Sec-Fetch-Site": "same-origin", "X-Dealflow-Intent": "check" };
const IN_BACKGROUND = { RSC: "1" };

/** There are about 300 of them. */
export const PATH_REQUESTS: readonly PathRequest[] = [
  ...[...PUBLIC.keys(), ...SIGNED_IN_PAGES, ...SIGNED_OUT_PAGES, ...BELOW_FLAGS, ...BELOW_NEXT, ...INVENTED].map(
    (at) => ({
      path: at,
    }),
  ),
  ...["/", "/credits", "/settings/profile", "/flags/x.svg", "/_next/x", "/none"].map((at) => ({
    path: `${at}?_rsc=2def`,
    headers: IN_BACKGROUND,
  })),
  ...[...new Set(ROUTES)].map((at) => ({ path: at, headers: SAME_ORIGIN })),
  ...["/api/account/v1/workspace?from=elsewhere", "/api/account/v1/me?from=elsewhere"].map((at) => ({ path: at })),
];
