/** The guide is data, which the page shows and `agents.md` has as Markdown. Its texts have code between backticks. */
export type Block =
  | string
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "code"; readonly language: "sh" | "ts"; readonly text: string }
  | { readonly kind: "table"; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

export interface GuideSection {
  readonly title: string;
  readonly blocks: readonly Block[];
}

export function section(title: string, ...blocks: readonly Block[]): GuideSection {
  return { title, blocks };
}

export function list(...items: readonly string[]): Block {
  return { kind: "list", items };
}

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): Block {
  return { kind: "table", head, rows: rows.map((cells) => cells.map(String)) };
}

export function fenced(language: "sh" | "ts", text: string): Block {
  return { kind: "code", language, text: text.trim() };
}

export function code(text: string | number | boolean): string {
  return `\`${text}\``;
}

export function writeMarkdown(blocks: readonly Block[]): string {
  return `${blocks.map(writeBlock).join("\n\n")}\n`;
}

function writeBlock(block: Block): string {
  if (typeof block === "string") return block;
  if (block.kind === "list") return block.items.map((item) => `- ${item}`).join("\n");
  if (block.kind === "code") return `\`\`\`${block.language}\n${block.text}\n\`\`\``;
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(block.head), `|${block.head.map(() => "---").join("|")}|`, ...block.rows.map(line)].join("\n");
}
