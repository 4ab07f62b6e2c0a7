/** Loads oidc-provider with the first request that needs it: a service without MCP clients never pays for it. */

/** It prints this below Node 22 although it runs there; nothing else that it prints is suppressed. */
const RUNTIME_WARNING = "oidc-provider WARNING: Unsupported runtime. Use Node.js v22.x LTS, or a later LTS release.";

export async function loadLibrary(): Promise<typeof import("oidc-provider")> {
  const { warn } = console;
  console.warn = (...values: unknown[]) => {
    if (!String(values[0]).includes(RUNTIME_WARNING)) warn(...values);
  };
  try {
    return await import("oidc-provider");
  } finally {
    console.warn = warn;
  }
}
