/** Markdown helpers. */

/** A table; bars in cells are escaped. */
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

/** Blocks separated by empty lines. */
export function blocks(...parts: readonly string[]): string {
  return parts.join("\n\n");
}
