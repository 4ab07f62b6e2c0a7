import { existsSync } from "node:fs";
import { BROTLI_HEADERS, BROTLI_REWRITES, finishScripts } from "./scripts/finish-scripts.mjs";

const IS_BUILT = process.env.NODE_ENV === "production";

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // An image has the dashboard with the packages that it uses and no others; the Dockerfile sets this.
  output: process.env.DEALFLOW_OUTPUT === "standalone" ? "standalone" : undefined,
  // It makes pictures smaller, which no page asks for, and is a fifth of what an image needs.
  outputFileTracingExcludes: { "/**": ["node_modules/sharp/**", "node_modules/@img/**"] },
  // `npm test` checks the types of the whole project; checking them again took two fifths of a build.
  typescript: { ignoreBuildErrors: true },
  // The first load of /funding without them: 244 kB in 20 scripts; with them: 239 kB in 9, and each costs half a kB of headers.
  experimental: {
    turbopackChunking: { requestCost: 1_000, minChunkSize: 200_000, maxMergeChunkSize: 1_000_000 },
    turbopackCjsTreeShaking: true,
    turbopackCrossModuleConstants: true,
    // Writing the cache takes a quarter of the first build, after which most people never build again.
    turbopackFileSystemCacheForBuild: existsSync(new URL(".next/BUILD_ID", import.meta.url)),
  },
  turbopack: {
    rules: { "**/node_modules/sonner/dist/index.mjs": { loaders: ["./scripts/without-injected-styles.cjs"] } },
  },
  compiler: { runAfterProductionCompile: finishScripts },
  rewrites: async () => ({ beforeFiles: IS_BUILT ? BROTLI_REWRITES : [] }),
  headers: async () => (IS_BUILT ? BROTLI_HEADERS : []),
  // No page asks for pictures made smaller, so nobody can have them made.
  images: { unoptimized: true },
};
