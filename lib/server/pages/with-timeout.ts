import "server-only";

/** Waits for optional data of a page, and resolves to undefined when it is late. */
export async function withTimeout<T>(promise: Promise<T>, waitMs: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), waitMs);
  });
  const first = await Promise.race([promise, timeout]);
  clearTimeout(timer);
  return first;
}
