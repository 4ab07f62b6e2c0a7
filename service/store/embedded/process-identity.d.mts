export type ProcessIdentity = { pid: number; startedAt: string };
export function processStart(pid: number): string | null;
export function thisProcess(): ProcessIdentity;
export function isAlive(identity: ProcessIdentity): boolean;
export function commandLine(pid: number): string[] | null;
export function getParentPid(pid: number): number | null;
