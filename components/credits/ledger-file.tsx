import { PAGE_ROUTE } from "@/lib/api/dashboard";
import { ACCOUNT } from "@/lib/contract/account";
import { LEDGER_FILE_ROWS } from "@/lib/contract/account-credits";
import { count } from "@/lib/format/counts";

/** The ledger as a file; the browser saves it as it comes. */
export function LedgerFile() {
  return (
    <a
      className="credits-file focus-ring"
      href={`${PAGE_ROUTE}${ACCOUNT.ledgerCsv.path}`}
      download
      title={`The ledger, newest first, at most ${count(LEDGER_FILE_ROWS)} rows`}
    >
      Export CSV
    </a>
  );
}
