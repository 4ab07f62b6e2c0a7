/** Collects the handlers of endpoints that list, quote, summarize, buy and report records. */

import type { AccountHandlers } from "../request-input";
import { BULK_PURCHASE_HANDLERS } from "./bulk-purchases";
import { exploreHandler, listPurchasedHandler } from "./explore";
import {
  findOwnedNamesHandler,
  getOwnedInvestorHandler,
  getPurchasedRecordsHandler,
  listOwnedTimelinesHandler,
  listWatchedEventsHandler,
} from "./owned";
import { purchasedFileHandler } from "./purchased-file";
import { countPurchasedHandler, quoteAllHandler, quotePageHandler, quoteReferencesHandler } from "./purchases";
import { getQuoteHandler, getQuotesHandler } from "./quote";
import { REPORT_HANDLERS } from "./reports";
import { SUMMARY_HANDLERS } from "./summaries";

export const RECORD_HANDLERS = {
  ...BULK_PURCHASE_HANDLERS,
  ...REPORT_HANDLERS,
  ...SUMMARY_HANDLERS,
  explore: exploreHandler,
  quotePage: quotePageHandler,
  quoteAll: quoteAllHandler,
  quoteReferences: quoteReferencesHandler,
  purchased: listPurchasedHandler,
  purchasedFile: purchasedFileHandler,
  purchasedCounts: countPurchasedHandler,
  quote: getQuoteHandler,
  quotes: getQuotesHandler,
  purchasedRecords: getPurchasedRecordsHandler,
  ownedNames: findOwnedNamesHandler,
  ownedInvestor: getOwnedInvestorHandler,
  ownedTimelines: listOwnedTimelinesHandler,
  watchedEvents: listWatchedEventsHandler,
} as const satisfies AccountHandlers;
