export function withProcessLock<T>(
  path: string,
  options: { timeoutMs?: number; onWait?: (pid: number) => void },
  work: () => Promise<T> | T,
): Promise<T>;
