/** Examines an installation while it is used: what is wrong, and what to do about it. It changes nothing. */
import type { Finding } from "@dealflow/contract/account/administration";
import type pg from "pg";
import { readBackupState } from "@/service/backup/backup-state";
import { packageVersion } from "@/service/config";
import { checkLedger } from "@/service/credits/ledger-check";
import { readConnectionLimit } from "@/service/store/open";
import { readDeliveryBacklog } from "@/service/webhooks/backlog";
import type { Command, CommandSettings } from "./command";

/** More connections than this share leave no room for another service, an import and a backup. */
const MOST_CONNECTIONS = 0.8;
/** Leases, limits and ids allow clocks to differ by less (ms). */
const MOST_SKEW_MS = 1_000;
/** Deliveries are sent within seconds, so one that is later has nobody to send it (ms). */
const MOST_OVERDUE_MS = 10 * 60_000;
const MOST_LISTED = 5;
/** One is made every day, and takes a while (ms). */
const OLDEST_BACKUP_MS = 30 * 3_600_000;

export const DOCTOR_COMMAND: Command = {
  subject: "doctor",
  verb: "",
  help: "Examines the installation: versions, settings, database, clocks, ledger, webhooks and backups. Says what is wrong and what to do.",
  options: [],
  async run(pool, _options, now, settings) {
    const findings: Finding[] = [await checkVersions(pool), checkSettings(settings)];
    for (const check of [checkConnections, checkClocks, examineLedger, checkWebhooks])
      findings.push(...(await check(pool)));
    findings.push(...(await checkBackups(pool, now, settings.makesBackups)));
    const problems = findings.filter(({ ok }) => !ok).length;
    const lines = findings.map(({ about, ok, text }) => `${ok ? "ok      " : "PROBLEM "} ${about}: ${text}`);
    const end = problems === 0 ? "Nothing is wrong." : `${plural(problems, "problem")} found.`;
    return { json: { problems, findings }, lines: [...lines, end], failed: problems > 0 };
  },
};

async function checkVersions(pool: pg.Pool): Promise<Finding> {
  const { rows } = await pool.query<{ schema: string }>("select max(name) as schema from schema_migrations");
  const text = `Dealflow ${packageVersion()} on Node.js ${process.versions.node}, schema ${rows[0]?.schema}.`;
  return { about: "version", ok: true, text };
}

function checkSettings({ dashboardUrl, sendsMail, demoAccount }: CommandSettings): Finding {
  const parts = [
    `The dashboard's address is ${dashboardUrl}.`,
    sendsMail
      ? "Email is sent."
      : "Links to confirm an address and to reset a password are written to the log, because SMTP_URL is not set.",
    ...(demoAccount ? ["Anyone on this machine can use the demo account (DEMO=0 removes it)."] : []),
  ];
  return { about: "settings", ok: true, text: parts.join(" ") };
}

async function checkConnections(pool: pg.Pool): Promise<Finding[]> {
  const allowed = await readConnectionLimit(pool);
  const { rows } = await pool.query<{ version: string; used: number }>(
    `select current_setting('server_version') as version, count(*) as used
     from pg_stat_activity where backend_type = 'client backend'`,
  );
  const { version = "", used = 0 } = rows[0] ?? {};
  const ok = used <= MOST_CONNECTIONS * allowed;
  const advice = ok ? "" : " Raise max_connections, or set DATABASE_CONNECTIONS of each service to fewer.";
  return [{ about: "database", ok, text: `PostgreSQL ${version}, ${used} of ${allowed} connections used.${advice}` }];
}

async function checkClocks(pool: pg.Pool): Promise<Finding[]> {
  const sentAt = Date.now();
  const { rows } = await pool.query<{ ms: number }>(
    "select (1000 * extract(epoch from clock_timestamp()))::float8 as ms",
  );
  const receivedAt = Date.now();
  const ms = rows[0]?.ms ?? 0;
  // The database read its clock at some time between the two.
  const skew = Math.max(0, sentAt - ms, ms - receivedAt);
  const ok = skew <= MOST_SKEW_MS;
  const seconds = (skew / 1_000).toFixed(1);
  const text = ok
    ? "This machine and the database have the same time."
    : `This machine and the database differ by ${seconds} s. Synchronize both (NTP), because limits and sessions depend on them.`;
  return [{ about: "clocks", ok, text }];
}

async function examineLedger(pool: pg.Pool): Promise<Finding[]> {
  const { workspaces, entries, mismatches } = await checkLedger(pool);
  if (mismatches.length > 0)
    return mismatches.slice(0, MOST_LISTED).map(({ name, balance, sum, entries }) => ({
      about: "ledger",
      ok: false,
      text:
        `${name} has ${count(balance)} credits, and its ledger (${plural(entries, "entry", "entries")}) sums to ${count(sum)}. ` +
        "Block it (workspace set --blocked true) until the cause is known: the service changes a balance only together with an entry.",
    }));
  const text = `The balances of ${plural(workspaces, "workspace")} are the sums of ${plural(entries, "entry", "entries")}.`;
  return [{ about: "ledger", ok: true, text }];
}

async function checkWebhooks(pool: pg.Pool): Promise<Finding[]> {
  const { deliveries, overdueMs, disabled } = await readDeliveryBacklog(pool);
  const isLate = overdueMs > MOST_OVERDUE_MS;
  const late = ` The oldest has been due for ${Math.round(overdueMs / 60_000)} minutes: start a service without --no-worker.`;
  const due = `${plural(deliveries.pending, "delivery", "deliveries")} due, ${count(deliveries.waiting)} waiting for credits.`;
  const failing = disabled.failing ?? 0;
  const off = `${plural(failing, "webhook")} disabled because the receiver failed for days. The members of its workspace enable it again under Settings, Webhooks.`;
  return [
    { about: "webhooks", ok: !isLate, text: `${due}${isLate ? late : ""}` },
    ...(failing === 0 ? [] : [{ about: "webhooks", ok: false, text: off }]),
  ];
}

async function checkBackups(pool: pg.Pool, now: Date, isScheduled: boolean): Promise<Finding[]> {
  const state = await readBackupState(pool);
  const finding = (ok: boolean, text: string): Finding => ({ about: "backups", ok, text });
  if (state === undefined)
    return [
      finding(true, isScheduled ? "The first one is not finished." : "None is scheduled (BACKUP_DIR or BACKUP_URL)."),
    ];
  const { success, failure, intact, damaged } = state;
  const late = success !== null && now.getTime() - Date.parse(success.takenAt) > OLDEST_BACKUP_MS;
  const how = success?.notRestored
    ? `its checksums are right (${success.notRestored})`
    : "it was restored to verify it";
  return [
    ...(success === null
      ? []
      : [
          finding(
            !late,
            `The latest is of ${success.takenAt} in ${success.folder}, and ${how}. ${count(intact)} kept.${late ? " It is more than 30 hours old: is a service with BACKUP_DIR or BACKUP_URL running?" : ""}`,
          ),
        ]),
    ...(failure === null
      ? []
      : [finding(false, `The one of ${failure.at} failed: ${failure.message} It is tried again every 10 minutes.`)]),
    ...damaged.map((message) => finding(false, `${message} Delete or replace it, and examine its disk or storage.`)),
  ];
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}

function plural(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}
