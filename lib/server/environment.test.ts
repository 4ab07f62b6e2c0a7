import { describe, expect, it } from "vitest";
import { EnvironmentError, readEnvironment } from "./environment";

function sentences(variables: Record<string, string>): readonly string[] {
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
      siteUrl: "http://localhost:3001",
      dataDir: ".data",
      logLevel: "info",
    });
  });

  it("are trimmed, an empty one counts as none", () => {
    const settings = readEnvironment({
      API_URL: " https://api.example.com/ ",
      SITE_URL: "https://example.com/",
      API_KEY: "",
      DATA_DIR: "/data",
    });
    expect(settings).toMatchObject({ apiUrl: "https://api.example.com", apiKey: undefined, dataDir: "/data" });
    expect(settings).toMatchObject({ siteUrl: "https://example.com", dashboardUrl: "http://localhost:3000" });
  });

  it("that are wrong get one sentence each, which names the variable and repeats no secret", () => {
    const wrong = sentences({
      API_PORT: "70000",
      DASHBOARD_URL: "localhost:3000",
      SITE_URL: "example.com",
      API_URL: "https://name:secret@api.example.com",
      API_KEY: "a secret with spaces",
      LOG_LEVEL: "loud",
    });
    expect(wrong).toHaveLength(6);
    for (const name of ["API_PORT", "DASHBOARD_URL", "SITE_URL", "API_URL", "API_KEY", "LOG_LEVEL"])
      expect(wrong.filter((sentence) => sentence.startsWith(`${name} must be`))).toHaveLength(1);
    expect(wrong.join()).not.toContain("secret");
  });
});
