/** How long a page waits for something that it can do without. */
import "server-only";

/** Undefined when it takes too long. */
export async function inTime<T>(answer: Promise<T>, waitMs: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), waitMs);
  });
  const first = await Promise.race([answer, waited]);
  clearTimeout(timer);
  return first;
}
