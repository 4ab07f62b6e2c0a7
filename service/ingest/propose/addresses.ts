/** Tells addresses of sites from those of pages, files and profiles. */
import { reduceDomain } from "@dealflow/contract/query/syntax";
import { readDomain } from "../values/links";
import { getShare } from "./profile";

/** Tables with attachments export the name of the file, perhaps with its address. */
export const ATTACHMENT = /\.(?:pdf|docx?|pptx?|xlsx?|png|jpe?g|gif)(?:$|\s*\()/i;

/** Such an address is that of a site itself, perhaps in one of its languages. */
const SITE =
  /^(?:https?:\/\/)?[^/?#\s]+\/?(?:[\w-]{1,5}\/?|(?:careers|jobs|contact|about(?:-us)?)\/?|(?:index|home)(?:\.\w+)?)?(?:[?#].*)?$/i;

const COMPANY_PROFILE = /linkedin\.com\/(?:company|school|showcase)\//i;

/** Returns what addresses are: those of sites, of profiles of companies, or of pages within sites that are neither files nor profiles of members. */
export function addressConcept(values: readonly string[]): "website" | "linkedin" | "source" | undefined {
  const some = values.slice(0, 1_000);
  if (getShare(some, COMPANY_PROFILE) > 0.8) return "linkedin";
  if (getShare(some, SITE) >= 0.7) return "website";
  const isOther = (text: string) => ATTACHMENT.test(text) || "shared" in (readDomain(text) ?? {});
  return getShare(some, (text) => !SITE.test(text)) > 0.6 && getShare(some, isOther) < 0.3 ? "source" : undefined;
}

/** Tells whether no address is a page of a site that many use, such as a profile. */
export function areOwnDomains(values: readonly string[]): boolean {
  return values.every((text) => "domain" in (readDomain(text) ?? {}));
}

/** Companies have sites of their own, and articles about several of them are in one. */
export function repeatsSites(values: readonly string[]): boolean {
  const pages = [...new Set(values.slice(0, 1_000))];
  return new Set(pages.map(reduceDomain)).size < pages.length * 0.8;
}

/** A database links its own pages, which are not the addresses of the companies. */
export function isOneSite(values: readonly string[]): boolean {
  const hosts = values.slice(0, 1_000).map((text) => reduceDomain(text) ?? "");
  const [first = ""] = hosts;
  return hosts.length >= 5 && getShare(hosts, (host) => host === first) > 0.5;
}
