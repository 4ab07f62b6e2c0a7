import { describe, expect, it } from "vitest";
import { agentsGuide } from "@/lib/describe/guide/agents-guide";
import { type Block, parseInline, parseSections } from "./guide";

const GUIDE = agentsGuide({
  apiUrl: "https://api.example.com",
  siteUrl: "https://example.com",
  dashboardUrl: "https://app.example.com",
});

describe("the published guide", () => {
  const sections = parseSections(GUIDE);

  it("has a section for each of its headings, and none of them is empty", () => {
    const outside = GUIDE.replaceAll(/^```[\s\S]*?^```$/gm, "");
    expect(sections.map(({ title }) => title)).toEqual([...outside.matchAll(/^## (.+)$/gm)].map(([, title]) => title));
    for (const { blocks } of sections) expect(blocks.length).toBeGreaterThan(0);
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
    for (const { id } of sections) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it("keeps every word of it", () => {
    const words = (text: string) => text.match(/[A-Za-z]{4,}/g) ?? [];
    const from = GUIDE.indexOf("\n## ");
    const written = GUIDE.slice(from).replaceAll(/^(#+ |\|[-|]+\|$|```(sh|ts)?$)/gm, "");
    const read = sections.flatMap(({ title, blocks }) => [title, ...blocks.flatMap(inlineTexts)]).join("\n");
    expect(words(read).sort()).toEqual(words(written).sort());
  });

  it("has tables whose rows are as wide as their heads, and code that is closed", () => {
    const blocks = sections.flatMap((section) => section.blocks);
    const tables = blocks.filter((block) => block.kind === "table");
    expect(tables.length).toBeGreaterThan(5);
    for (const { head, rows } of tables) for (const row of rows) expect(row).toHaveLength(head.length);
    const codes = blocks.filter((block) => block.kind === "code");
    expect(codes.length).toBeGreaterThan(3);
    for (const { language, text } of codes) {
      expect(["sh", "ts"]).toContain(language);
      expect(text).not.toContain("```");
    }
  });
});

function inlineTexts(block: Block): readonly string[] {
  if (block.kind === "list") return block.items;
  return block.kind === "table" ? [...block.head, ...block.rows.flat()] : [block.text];
}

describe("a table", () => {
  it("has a bar in a cell where it is behind a backslash", () => {
    const [section] = parseSections("## T\n\n| a | b |\n|---|---|\n| `x \\| y` | z |\n");
    expect(section?.blocks).toEqual([{ kind: "table", head: ["a", "b"], rows: [["`x | y`", "z"]] }]);
  });
});

describe("a line", () => {
  it("is words, code, bold words and links", () => {
    expect(parseInline("Ask `a|b` **once** at https://example.com/x. Done")).toEqual([
      { kind: "text", text: "Ask " },
      { kind: "code", text: "a|b" },
      { kind: "text", text: " " },
      { kind: "strong", text: "once" },
      { kind: "text", text: " at " },
      { kind: "link", text: "https://example.com/x", href: "https://example.com/x" },
      { kind: "text", text: ". Done" },
    ]);
  });
});
