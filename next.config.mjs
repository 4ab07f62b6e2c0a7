import { PHASE_DEVELOPMENT_SERVER } from "next/constants.js";

/** Sent with every page and answer; the policy for scripts of pages is made per request in proxy.ts. */
const HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=(), payment=(), usb=()" },
];

const CLOSED = { key: "Content-Security-Policy", value: "default-src 'none'; frame-ancestors 'none'" };

/** @returns {import("next").NextConfig} */
export default (phase) => ({
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
  // proxy.ts allows in development what React's stack traces need there.
  compiler: { defineServer: { DEVELOPMENT: String(phase === PHASE_DEVELOPMENT_SERVER) } },
  headers: async () => [
    // Chunks are many and small: they carry the one header that means something for them.
    { source: "/((?!_next/static/).*)", headers: HEADERS },
    // What proxy.ts does not see is no page, and the page that says that nothing is there needs no script.
    { source: "/(api|flags)/:path*", headers: [CLOSED] },
    { source: "/_next/static/:path*", headers: HEADERS.slice(0, 1) },
    { source: "/flags/:path*", headers: [{ key: "Cache-Control", value: "public, max-age=604800" }] },
  ],
});
