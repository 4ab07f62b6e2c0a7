/** Writes a page without a script or a style sheet, for when the app cannot be shown. */
import "server-only";

interface PlainPage {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  readonly retry?: boolean;
  readonly link?: { readonly href: string; readonly text: string };
  readonly headers?: Readonly<Record<string, string>>;
}

export function plainPage({ status, title, text, retry = false, link, headers = {} }: PlainPage): Response {
  const again = retry ? '<p><a href="">Try again</a></p>\n' : "";
  const onward = link === undefined ? "" : `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>\n`;
  const html = `<!doctype html>
<html lang="en" style="color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Dealflow</title>
<main style="max-width: 40rem; margin: 4rem auto; padding: 0 1rem">
<h1 style="font-size: 1rem">${title}</h1>
<p>${escapeHtml(text)}</p>
${again}${onward}</main>
</html>
`;
  return new Response(html, { status, headers: { "Content-Type": "text/html; charset=utf-8", ...headers } });
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
