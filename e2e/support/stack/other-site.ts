/** Serves another web site on this machine, which tries everything on the dashboard's route handlers. */
import { createServer, type RequestListener } from "node:http";

export interface Site {
  /** The name `localhost` makes it another site than the dashboard, which is visited by its number. */
  readonly url: string;
  /** An address by number is another origin of the dashboard's own site. */
  readonly sameSiteUrl: string;
  stop(): Promise<void>;
}

export async function listen(listener: RequestListener): Promise<Site> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://localhost:${address.port}`,
    sameSiteUrl: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** A page that requests `target` in every way HTML knows, and says in its title when all of them have ended. */
export function hostilePage(target: string, page: string): string {
  return `<!doctype html><title>trying</title>
<link rel="prefetch" href="${target}"><link rel="stylesheet" href="${target}"><link rel="preload" as="fetch" href="${target}">
<p><a href="${page}">read on</a></p>
<script>
const target = ${JSON.stringify(target)};
const ended = (element) => new Promise((resolve) => { element.onload = element.onerror = resolve; });
const made = (name, attribute) => {
  const element = document.createElement(name);
  element[attribute] = target;
  const end = ended(element);
  document.body.append(element);
  return end;
};
const frame = (address) => {
  const element = document.createElement("iframe");
  element.src = address;
  const end = ended(element);
  document.body.append(element);
  return end;
};
const form = document.createElement("form");
form.action = target;
form.target = "inside";
const inside = document.createElement("iframe");
inside.name = "inside";
document.body.append(form, inside);
const submitted = ended(inside);
form.submit();
const intent = { "X-Dealflow-Intent": "buy" };
Promise.allSettled([
  made("img", "src"), made("script", "src"), made("object", "data"), frame(target), frame(${JSON.stringify(page)}), submitted,
  fetch(target, { mode: "no-cors", credentials: "include" }),
  fetch(target, { mode: "no-cors", credentials: "include", headers: intent }),
  fetch(target, { credentials: "include", headers: intent }),
  fetch(target, { method: "POST", mode: "no-cors", credentials: "include", body: "x" }),
  fetch(target, { method: "HEAD", mode: "no-cors", credentials: "include" }),
]).then(() => { document.title = "tried"; });
navigator.sendBeacon(target, "x");
</script>`;
}
