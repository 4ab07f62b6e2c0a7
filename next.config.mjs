/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm test` checks the types of everything, tests and scripts too; a build on a stranger's machine need not again.
  typescript: { ignoreBuildErrors: true },
  // Without them the first load of /funding is 247 kB, with them 242: chunks that fit the page, and less dead code in them.
  experimental: {
    turbopackChunking: { requestCost: 1_000 },
    turbopackCjsTreeShaking: true,
    turbopackCrossModuleConstants: true,
  },
  // No page asks for pictures made smaller, so nobody can have them made.
  images: { unoptimized: true },
};
