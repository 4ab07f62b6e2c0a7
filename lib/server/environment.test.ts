import { describe, expect, it } from "vitest";
import { EnvironmentError, readEnvironment } from "./environment";

function sentences(variables: Readonly<Record<string, string | undefined>>): readonly string[] {
  try {
    readEnvironment(variables);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.sentences;
    throw error;
  }
  return [];
}

describe("settings", () => {
  it("have defaults that follow the ports", () => {
    expect(readEnvironment({ API_PORT: "4001", DASHBOARD_PORT: "3001" })).toEqual({
      apiKey: undefined,
      apiUrl: "http://localhost:4001",
      apiInternalUrl: "http://127.0.0.1:4001",
      dashboardUrl: "http://localhost:3001",
      dashboardPassword: undefined,
      trustedProxies: [],
      siteUrl: "http://localhost:3001",
      dataDir: ".data",
      logLevel: "info",
      rateLimitFactor: 1,
      shutdownDelayMs: 0,
      development: false,
      tracing: false,
    });
  });

  it("are trimmed, and empty ones ignored", () => {
    const settings = readEnvironment({
      API_URL: " https://api.example.com/ ",
      SITE_URL: "https://example.com/",
      API_KEY: "",
      DATA_DIR: "/data",
    });
    expect(settings).toMatchObject({ apiUrl: "https://api.example.com", apiKey: undefined, dataDir: "/data" });
    expect(settings).toMatchObject({ siteUrl: "https://example.com", dashboardUrl: "http://localhost:3000" });
  });

  it("that are invalid get one sentence each, which names the variable and repeats no secret", () => {
    const wrong = sentences({
      API_PORT: "70000",
      DASHBOARD_URL: "localhost:3000",
      SITE_URL: "example.com",
      API_URL: "https://name:secret@api.example.com",
      API_KEY: "a secret with spaces",
      LOG_LEVEL: "loud",
      DASHBOARD_PASSWORD: "secret",
      TRUST_PROXY: "10.0.0.0/8, everybody",
      OTEL_EXPORTER_OTLP_ENDPOINT: "name:secret@collector",
    });
    expect(wrong).toHaveLength(9);
    for (const name of [
      ...["API_PORT", "DASHBOARD_URL", "SITE_URL", "API_URL", "API_KEY", "LOG_LEVEL"],
      ...["DASHBOARD_PASSWORD", "TRUST_PROXY", "OTEL_EXPORTER_OTLP_ENDPOINT"],
    ])
      expect(wrong.filter((sentence) => sentence.startsWith(`${name} must be`))).toHaveLength(1);
    expect(wrong.join()).not.toContain("secret");
  });
});

describe("a foreign host without a password", () => {
  const foreign = { API_KEY: "key", API_URL: "https://api.example.com" };

  it.each([
    {},
    { HOST: "127.0.0.1" },
    { HOST: "::1", DASHBOARD_URL: "http://[::1]:3000" },
    { HOST: "localhost", DASHBOARD_URL: "http://127.0.0.1:3000" },
    { HOST: "0.0.0.0", DASHBOARD_PASSWORD: "longer than twelve" },
    { DASHBOARD_URL: "https://deals.example.com", DASHBOARD_PASSWORD: "longer than twelve" },
  ])("is allowed with %j", (variables) => expect(sentences({ ...foreign, ...variables })).toEqual([]));

  it.each([
    { HOST: "0.0.0.0" },
    { HOST: "::" },
    { HOST: "192.168.1.5" },
    { HOST: "localhost.evil.example" },
    { DASHBOARD_URL: "https://deals.example.com" },
    { HOST: "127.0.0.1", DASHBOARD_URL: "http://192.168.1.5:3000" },
    { HOST: "0.0.0.0", DASHBOARD_PASSWORD: "  " },
  ])("is rejected with %j, with one sentence", (variables) => {
    const errors = sentences({ ...foreign, ...variables });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain("DASHBOARD_PASSWORD must be set");
  });

  it("is not an issue with our own service", () => expect(sentences({ HOST: "0.0.0.0" })).toEqual([]));
});
