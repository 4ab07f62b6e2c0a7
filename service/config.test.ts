import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { ConfigError, findUnknownSettings, readConfig } from "./config";

const FILE = resolve("package.json");

describe("settings", () => {
  it("have defaults that listen on this machine alone", () => {
    expect(readConfig({})).toMatchObject({
      host: "127.0.0.1",
      port: 4000,
      apiUrl: "http://localhost:4000",
      demo: true,
      rateLimitFactor: 1,
      freeExplore: "rows",
      payOnceDays: Number.POSITIVE_INFINITY,
      logLevel: "info",
      databaseUrl: undefined,
    });
  });

  it("follow the environment", () => {
    const config = readConfig({
      API_PORT: "4100",
      DEMO: "0",
      API_URL: "https://api.example/",
      DATABASE_URL: "postgres://a/b",
      PAY_ONCE_DAYS: "0",
    });
    expect(config).toMatchObject({
      port: 4100,
      demo: false,
      apiUrl: "https://api.example",
      databaseUrl: "postgres://a/b",
      payOnceDays: 0,
    });
  });

  it.each([
    [{}, true],
    [{ DASHBOARD_URL: "http://127.0.0.1:3100", HOST: "::1" }, true],
    [{ DASHBOARD_URL: "http://[::1]:3000", HOST: "localhost" }, true],
    [{ DASHBOARD_URL: "http://deals.localhost" }, true],
    [{ DEMO: "0" }, false],
    [{ HOST: "0.0.0.0" }, false],
    [{ DASHBOARD_URL: "https://deals.example" }, false],
    [{ DASHBOARD_URL: "http://localhost.deals.example" }, false],
    [{ DASHBOARD_URL: "http://127.0.0.1.deals.example" }, false],
  ])("%j: a demo account is %j", (env, demoAccount) => {
    expect(readConfig(env)).toMatchObject({ demoAccount });
  });

  it.each([
    [{ SMTP_URL: "mail.example" }, "SMTP_URL must be an address that starts with smtp:// or smtps://."],
    [{ DASHBOARD_URL: "https://deals.example/app" }, /^DASHBOARD_URL must have no path/],
    [{ DATABASE_REPLICA_URL: "postgres://a/b" }, /need DATABASE_URL/],
    [{ DATABASE_CONNECTIONS: "8" }, 'DATABASE_CONNECTIONS must be at least 25; got "8".'],
    [{ API_PORT: "0" }, 'API_PORT must be a port from 1 to 65535; got "0".'],
    [{ API_PORT: "http" }, 'API_PORT must be a port from 1 to 65535; got "http".'],
    [{ DEMO: "yes" }, 'DEMO must be one of 0, 1; got "yes".'],
    [{ LOG_LEVEL: "loud" }, /^LOG_LEVEL must be one of fatal, .*; got "loud"\.$/],
    [{ RATE_LIMIT_FACTOR: "0" }, 'RATE_LIMIT_FACTOR must be a number from 0.01 to 9999; got "0".'],
    [{ RATE_LIMIT_FACTOR: "1e3" }, 'RATE_LIMIT_FACTOR must be a number from 0.01 to 9999; got "1e3".'],
    [{ INGEST_TOKEN: "short" }, "INGEST_TOKEN must have at least 24 characters; it has 5."],
    [{ INGEST_TOKEN: "a token with spaces in it all over" }, /^INGEST_TOKEN must be printable ASCII without spaces/],
    [{ LOOKUPS_PER_DAY: "many" }, 'LOOKUPS_PER_DAY must be a whole number of companies from 0 to 999999; got "many".'],
    [{ EMBEDDED_WAL_LEVEL: "archive" }, 'EMBEDDED_WAL_LEVEL must be one of minimal, replica, logical; got "archive".'],
    [{ BACKUP_DIR: "backups" }, 'BACKUP_DIR must be the absolute path of a folder; got "backups".'],
    [{ BACKUP_DIR: FILE }, `BACKUP_DIR is ${FILE}, which is not a folder.`],
    [{ DATA_DIR: "package.json" }, `DATA_DIR is ${FILE}, which is not a folder.`],
    [
      { BACKUP_URL: "https://s3.example.com/backups" },
      'BACKUP_URL must be an address such as s3://bucket/prefix; got "https://s3.example.com/backups".',
    ],
    [
      { BACKUP_DIR: "/backups", BACKUP_URL: "s3://backups" },
      "BACKUP_DIR and BACKUP_URL are both set; backups are kept in one place.",
    ],
    [
      { AWS_ENDPOINT_URL: "minio:9000" },
      'AWS_ENDPOINT_URL must be an address that starts with http:// or https://; got "minio:9000".',
    ],
    [
      { BACKUP_SCHEDULE: "03:00, 24:00" },
      'BACKUP_SCHEDULE must be times of the day in UTC such as 03:00, separated by commas; got "24:00".',
    ],
    [{ BACKUP_KEEP: "0" }, 'BACKUP_KEEP must be at least 1; got "0".'],
    [{ PAY_ONCE_DAYS: "-1" }, 'PAY_ONCE_DAYS must be a whole number of days from 0 to 99999, or empty; got "-1".'],
    [
      { IMPORT_FOLDERS: "/srv/exports,exports" },
      'IMPORT_FOLDERS must be absolute paths of folders, separated by commas; got "exports".',
    ],
    [
      { WEBHOOK_ALLOW_CIDRS: "10.0.0.0/8,intranet" },
      'WEBHOOK_ALLOW_CIDRS must be addresses or networks such as 10.0.0.0/8, separated by commas; got "intranet".',
    ],
    [
      { CORS_ORIGINS: "https://a.example, b.example" },
      'CORS_ORIGINS must be * or origins such as https://app.example.com, separated by commas; got "b.example".',
    ],
    [
      { WEBHOOK_CA: "package.json" },
      'WEBHOOK_CA must be a readable file with certificates in PEM format; got "package.json".',
    ],
    [
      { WEBHOOK_CA: "missing.pem" },
      'WEBHOOK_CA must be a readable file with certificates in PEM format; got "missing.pem".',
    ],
    [{ SECRET: "short" }, "SECRET must have at least 32 characters; it has 5."],
    [
      { DATABASE_URL: "postgres://user:password@a:5432,b:5432/deals" },
      "DATABASE_URL names several hosts; use the address of a proxy that leads to the primary, such as HAProxy.",
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: "foo" },
      "OTEL_EXPORTER_OTLP_ENDPOINT must be an address that starts with http:// or https://.",
    ],
    [
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "collector:4318" },
      "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be an address that starts with http:// or https://.",
    ],
    [{ API_URL: "localhost:4000" }, "API_URL must be an address that starts with http:// or https://."],
  ])("%j is wrong in one sentence", (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence);
  });

  it.each([
    [{}, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://collector.example/v1/traces" }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318", OTEL_SDK_DISABLED: "true" }, false],
  ])("%j: traces are exported is %j", (env, tracing) => {
    expect(readConfig(env)).toMatchObject({ tracing });
  });

  it("names everything that is wrong, and never repeats a password", () => {
    const wrong = () => readConfig({ API_PORT: "x", DATABASE_URL: "mysql://user:hunter2@host/db" });
    expect(wrong).toThrow(ConfigError);
    expect(wrong).toThrow(
      /API_PORT.*\nDATABASE_URL must be an address that starts with postgres:\/\/ or postgresql:\/\/\.$/,
    );
    expect(wrong).not.toThrow(/hunter2/);
  });
});

describe("a name in .env", () => {
  const example = readFileSync(".env.example", "utf8");

  it.each([
    ["API_PROT=4100", [".env has API_PROT, which is no setting; did you mean API_PORT?"]],
    ["export DASHBORD_PORT=5\n", [".env has DASHBORD_PORT, which is no setting; did you mean DASHBOARD_PORT?"]],
    [
      "OTEL_EXPORTER_OTLP_ENPOINT=x",
      [".env has OTEL_EXPORTER_OTLP_ENPOINT, which is no setting; did you mean OTEL_EXPORTER_OTLP_ENDPOINT?"],
    ],
    ["api_port=4100", [".env has api_port, which is no setting; did you mean API_PORT?"]],
    ["MAIL_SERVER=smtp://mail\nDEMO=0", [".env has MAIL_SERVER, which is no setting."]],
    ["  #API_PROT=4100\n#API_PROT=4100", []],
    ["OTEL_TRACES_SAMPLER=always_on\nAWS_PROFILE=a\nNODE_EXTRA_CA_CERTS=b\nPOSTGRES_PASSWORD=c", []],
  ])("of %j is reported when it is no setting", (dotenv, sentences) => {
    expect(findUnknownSettings(dotenv, example)).toEqual(sentences);
  });

  it("is not reported when .env.example has it", () => {
    const dotenv = example.replaceAll(/^#(?=[A-Z_]+=)/gm, "");
    expect(dotenv).toContain("\nDASHBOARD_METRICS_PORT=");
    expect(findUnknownSettings(dotenv, example)).toEqual([]);
  });
});
