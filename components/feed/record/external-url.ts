/** Addresses in records come from anywhere, so only web addresses become links. */
export function externalUrl(text: string | null | undefined): URL | undefined {
  if (text === null || text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return (url.protocol === "https:" || url.protocol === "http:") && url.hostname !== "" ? url : undefined;
}

/** Returns the host without `www.`, as people name it. */
export function displayHost(url: URL): string {
  return url.hostname.replace(/^www\.(?=[^.]+\.)/, "");
}
