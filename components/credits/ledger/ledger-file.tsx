import { CREDITS_PAGES, LEDGER_FILE_ROWS } from "@dealflow/contract/account/spending/credits";
import { buttonVariants } from "@/components/ui/button";
import { PAGE_ROUTE } from "@/lib/api/dashboard";
import { cn } from "@/lib/cn";
import { count } from "@/lib/format/counts";

/** Downloads the ledger as a file, which the browser saves while it arrives. */
export function LedgerFile({ className }: { className: string }) {
  return (
    <a
      className={cn(buttonVariants(), className)}
      href={`${PAGE_ROUTE}${CREDITS_PAGES.ledgerCsv.path}`}
      download
      title={`The ledger, newest first, at most ${count(LEDGER_FILE_ROWS)} rows`}
    >
      Export CSV
    </a>
  );
}
