import { ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import { TEXT_LINK } from "@/components/ui/text-link";
import { cn } from "@/lib/cn";

interface Props {
  href: string | null | undefined;
  children?: ReactNode;
  /** The link has the colour of the text around it, without the arrow. */
  quiet?: boolean;
}

/** Links out of the app without sending a referrer; text that is no web address stays text. */
export function ExternalLink({ href, children, quiet = false }: Props) {
  const url = externalUrl(href);
  if (url === undefined) return <span>{children ?? href}</span>;
  return (
    <a
      className={cn("wrap-anywhere", TEXT_LINK, quiet && "text-inherit")}
      href={url.href}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children ?? displayHost(url)}
      {!quiet && <ArrowUpRight size={12} className="ml-1 inline" />}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

/** Addresses in records come from anywhere, so only web addresses become links. */
export function externalUrl(text: string | null | undefined): URL | undefined {
  if (text === null || text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return (url.protocol === "https:" || url.protocol === "http:") && url.hostname !== "" ? url : undefined;
}

/** Returns the host without `www.`, as people name it. */
export function displayHost(url: URL): string {
  return url.hostname.replace(/^www\.(?=[^.]+\.)/, "");
}
