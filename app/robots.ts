import type { MetadataRoute } from "next";
import { DOCUMENTS } from "@/lib/describe/documents";

/** Crawlers may read what describes the API; everything else belongs to somebody's workspace. */
export default function robots(): MetadataRoute.Robots {
  const documents = Object.values(DOCUMENTS).map(({ path }) => path);
  return { rules: { userAgent: "*", allow: ["/reference", ...documents, "/_next/static/"], disallow: "/" } };
}
