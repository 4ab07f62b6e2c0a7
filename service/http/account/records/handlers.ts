/** Collects the handlers of endpoints that list, quote, summarize, buy and report records. */

import { BULK_PURCHASE_HANDLERS } from "./bulk-purchases";
import { exploreHandler, listPurchasedHandler } from "./explore";
import { OWNED_HANDLERS } from "./owned";
import { purchasedFileHandler } from "./purchased-file";
import { QUOTE_HANDLERS } from "./purchases";
import { getQuoteHandler, getQuotesHandler } from "./quote";
import { RECORD_REPORT_HANDLERS } from "./record-reports";
import { SUMMARY_HANDLERS } from "./summaries";

export const RECORD_HANDLERS = {
  ...BULK_PURCHASE_HANDLERS,
  ...OWNED_HANDLERS,
  ...QUOTE_HANDLERS,
  ...RECORD_REPORT_HANDLERS,
  ...SUMMARY_HANDLERS,
  explore: exploreHandler,
  purchased: listPurchasedHandler,
  purchasedFile: purchasedFileHandler,
  quote: getQuoteHandler,
  quotes: getQuotesHandler,
};
