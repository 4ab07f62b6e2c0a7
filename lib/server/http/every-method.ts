import "server-only";

type Method = "DELETE" | "GET" | "HEAD" | "OPTIONS" | "PATCH" | "POST" | "PUT";

/**
 * Returns the exports of a route that handles every method itself: by default Next runs GET for HEAD, which can buy.
 */
export function everyMethod<H>(handle: H): Readonly<Record<Method, H>> {
  return { DELETE: handle, GET: handle, HEAD: handle, OPTIONS: handle, PATCH: handle, POST: handle, PUT: handle };
}
