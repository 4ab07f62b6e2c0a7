import { ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import { TEXT_LINK } from "@/components/ui/text-link";
import { cn } from "@/lib/cn";
import { displayHost, externalUrl } from "./external-url";

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
    <a className={cn(TEXT_LINK, quiet && "text-inherit")} href={url.href} target="_blank" rel="noopener noreferrer">
      {children ?? displayHost(url)}
      {!quiet && <ArrowUpRight size={12} className="ml-1 inline" />}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
