/** Mounts the account's endpoints. */

import { ACCOUNT } from "@dealflow/contract/account";
import type { AccountEndpoint } from "@dealflow/contract/account-endpoint";
import type { Hono } from "hono";
import type { Env, HandlerFactory, Services } from "../context";
import { requireDashboard, requireSession } from "./authorization";
import {
  approveConnectionHandler,
  changeConnectionHandler,
  denyConnectionHandler,
  getConnectionHandler,
  getConnectionRequestHandler,
  listConnectionsHandler,
  revokeConnectionHandler,
} from "./connections";
import { exploreHandler } from "./explore";
import { getInboxStateHandler, listInboxHandler, markInboxReadHandler, streamInboxHandler } from "./inbox";
import { exportLedgerHandler, listLedgerHandler } from "./ledger";
import { limitEndpoint } from "./limits";
import { mountOAuthRoutes } from "./oauth";
import {
  findOwnedNamesHandler,
  getOwnedInvestorHandler,
  getPurchasedRecordsHandler,
  listOwnedTimelinesHandler,
  listWatchedEventsHandler,
} from "./owned";
import { PEOPLE_HANDLERS } from "./people-handlers";
import {
  countPurchasedHandler,
  listPurchasedHandler,
  quoteAllHandler,
  quotePageHandler,
  quoteReferencesHandler,
} from "./purchases";
import { getQuoteHandler, getQuotesHandler } from "./quote";
import { getPurchasedSummaryHandler, getSummaryHandler } from "./summaries";
import { getCreditsHandler, getUsageHandler, grantCreditsHandler } from "./usage";
import {
  countNewEventsHandler,
  createViewsHandler,
  deleteViewHandler,
  getSavedSummaryHandler,
  listViewsHandler,
  updateViewHandler,
} from "./views";
import {
  addToWatchlistHandler,
  listWatchlistHandler,
  removeFromWatchlistHandler,
  updateWatchNoteHandler,
} from "./watchlist";
import {
  countReplaysHandler,
  getActivityHandler,
  getDeliveryHandler,
  listDeliveriesHandler,
  replayDeliveriesHandler,
  replayDeliveryHandler,
} from "./webhook-deliveries";
import {
  createWebhookHandler,
  deleteWebhookHandler,
  disableWebhookHandler,
  enableWebhookHandler,
  endWebhookOverlapHandler,
  estimateWebhookHandler,
  listWebhooksHandler,
  rotateWebhookSecretHandler,
  testWebhookHandler,
  updateWebhookHandler,
} from "./webhooks";

const HANDLERS: Readonly<Record<keyof typeof ACCOUNT, HandlerFactory>> = {
  ...PEOPLE_HANDLERS,
  credits: getCreditsHandler,
  usage: getUsageHandler,
  ledger: listLedgerHandler,
  ledgerCsv: exportLedgerHandler,
  grant: grantCreditsHandler,
  quote: getQuoteHandler,
  quotes: getQuotesHandler,
  quotePage: quotePageHandler,
  quoteAll: quoteAllHandler,
  quoteReferences: quoteReferencesHandler,
  purchased: listPurchasedHandler,
  purchasedRecords: getPurchasedRecordsHandler,
  purchasedSummary: getPurchasedSummaryHandler,
  ownedNames: findOwnedNamesHandler,
  ownedInvestor: getOwnedInvestorHandler,
  ownedTimelines: listOwnedTimelinesHandler,
  watchedEvents: listWatchedEventsHandler,
  purchasedCounts: countPurchasedHandler,
  explore: exploreHandler,
  summary: getSummaryHandler,
  saved: getSavedSummaryHandler,
  views: listViewsHandler,
  addViews: createViewsHandler,
  viewCounts: countNewEventsHandler,
  changeView: updateViewHandler,
  removeView: deleteViewHandler,
  inbox: listInboxHandler,
  inboxState: getInboxStateHandler,
  readInbox: markInboxReadHandler,
  inboxUpdates: streamInboxHandler,
  watchlist: listWatchlistHandler,
  watch: addToWatchlistHandler,
  changeWatched: updateWatchNoteHandler,
  unwatch: removeFromWatchlistHandler,
  webhooks: listWebhooksHandler,
  addWebhook: createWebhookHandler,
  changeWebhook: updateWebhookHandler,
  removeWebhook: deleteWebhookHandler,
  enableWebhook: enableWebhookHandler,
  disableWebhook: disableWebhookHandler,
  rotateWebhookSecret: rotateWebhookSecretHandler,
  endWebhookOverlap: endWebhookOverlapHandler,
  testWebhook: testWebhookHandler,
  estimateWebhook: estimateWebhookHandler,
  webhookDeliveries: listDeliveriesHandler,
  webhookDelivery: getDeliveryHandler,
  replayWebhookDelivery: replayDeliveryHandler,
  countWebhookReplays: countReplaysHandler,
  replayWebhookDeliveries: replayDeliveriesHandler,
  webhookActivity: getActivityHandler,
  connectionRequest: getConnectionRequestHandler,
  approveConnection: approveConnectionHandler,
  denyConnection: denyConnectionHandler,
  connections: listConnectionsHandler,
  connection: getConnectionHandler,
  changeConnection: changeConnectionHandler,
  revokeConnection: revokeConnectionHandler,
};

export function mountAccountRoutes(app: Hono<Env>, services: Services): void {
  app.use("/account/*", requireDashboard(services));
  mountOAuthRoutes(app, services);
  for (const [name, { method, path }] of Object.entries<AccountEndpoint>(ACCOUNT))
    if (isAccountName(name))
      app.on(method, path, limitEndpoint(services, name), requireSession(services, name), HANDLERS[name](services));
}

function isAccountName(name: string): name is keyof typeof ACCOUNT {
  return name in ACCOUNT;
}
