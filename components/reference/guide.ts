/**
 * Parses the guide that is published as Markdown, so that the page shows the same words. It knows only the syntax that
 * the guide uses.
 */

export type Block =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "table"; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

export interface GuideSection {
  readonly title: string;
  readonly id: string;
  readonly blocks: readonly Block[];
}

/** Returns the sections under headings of the second level. */
export function parseSections(markdown: string): GuideSection[] {
  const lines = markdown.split("\n");
  const sections: { title: string; lines: string[] }[] = [];
  let fenced = false;
  for (const line of lines) {
    if (line.startsWith("```")) fenced = !fenced;
    const title = fenced ? undefined : /^## (.+)$/.exec(line)?.[1];
    if (title !== undefined) sections.push({ title, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ title, lines }) => ({ title, id: getAnchor(title), blocks: parseBlocks(lines) }));
}

/** `Lists, page by page` becomes `lists-page-by-page`. */
export function getAnchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

function parseBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  const takeWhile = (belongs: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && belongs(lines[at] ?? "")) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? "";
    if (line.startsWith("```")) {
      at += 1;
      blocks.push({ kind: "code", language: line.slice(3), text: takeWhile((next) => next !== "```").join("\n") });
      at += 1;
    } else if (line.startsWith("- ")) {
      blocks.push({ kind: "list", items: takeWhile((next) => next.startsWith("- ")).map((item) => item.slice(2)) });
    } else if (line.startsWith("|")) {
      const [head = [], , ...rows] = takeWhile((next) => next.startsWith("|")).map(splitCells);
      blocks.push({ kind: "table", head, rows });
    } else if (line === "") at += 1;
    else blocks.push({ kind: "text", text: takeWhile((next) => next !== "").join(" ") });
  }
  return blocks;
}

/** A bar behind a backslash does not end a cell. */
function splitCells(line: string): string[] {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}

type Inline =
  | { readonly kind: "text" | "code" | "strong"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly href: string };

/** Finds code, bold words and links within a line. */
export function parseInline(text: string): Inline[] {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*|https?:\/\/[^\s)]+[^\s).,;:])/);
  return parts
    .filter((part) => part !== "")
    .map((part): Inline => {
      if (part.startsWith("`") && part.endsWith("`") && part.length > 2)
        return { kind: "code", text: part.slice(1, -1) };
      if (part.startsWith("**") && part.endsWith("**")) return { kind: "strong", text: part.slice(2, -2) };
      if (/^https?:\/\/\S+$/.test(part)) return { kind: "link", text: part, href: part };
      return { kind: "text", text: part };
    });
}
