/** Pieces of Markdown. */

/** A table; a bar in a cell is written so that it does not end the cell. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

/** A block of code. */
export function fenced(language: "sh" | "ts", code: string): string {
  return `\`\`\`${language}\n${code.trim()}\n\`\`\``;
}

/** A name or value as code. */
export function code(text: string | number | boolean): string {
  return `\`${text}\``;
}

/** Blocks with an empty line between them. */
export function blocks(...parts: readonly string[]): string {
  return parts.join("\n\n");
}
