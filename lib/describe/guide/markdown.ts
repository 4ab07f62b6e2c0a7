/** Escapes bars in the cells of the table. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

export function fenced(language: "sh" | "ts", code: string): string {
  return `\`\`\`${language}\n${code.trim()}\n\`\`\``;
}

export function code(text: string | number | boolean): string {
  return `\`${text}\``;
}

/** Separates the blocks by empty lines. */
export function blocks(...parts: readonly string[]): string {
  return parts.join("\n\n");
}
