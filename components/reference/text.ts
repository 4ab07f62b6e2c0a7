/** `Lists, page by page` becomes `lists-page-by-page`. */
export function getAnchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
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
