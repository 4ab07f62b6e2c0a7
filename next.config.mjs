/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm test` checks the types of everything, tests and scripts too; a build on a stranger's machine need not again.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // Chunks that fit the page: larger merged ones brought every feed's page 3 to 5 kB of others.
    turbopackChunking: { requestCost: 1_000 },
    turbopackCjsTreeShaking: true,
    turbopackCrossModuleConstants: true,
  },
  turbopack: {
    rules: { "**/node_modules/sonner/dist/index.mjs": { loaders: ["./scripts/without-injected-styles.cjs"] } },
  },
  // No page asks for pictures made smaller, so nobody can have them made.
  images: { unoptimized: true },
};
