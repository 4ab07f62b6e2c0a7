import { type BackupSource, openFolder } from "./source";
import { isStorageAddress, openStorage, type StorageSettings } from "./storage";

/**
 * Opens a backup to read it.
 * @param location a folder, or an address such as s3://bucket/prefix/dealflow-20261128T030000Z
 */
export async function openBackup(
  location: string,
  settings: StorageSettings,
  signal: AbortSignal,
): Promise<BackupSource> {
  if (!isStorageAddress(location)) return openFolder(location);
  return (await openStorage(location, settings, signal)).open("");
}
