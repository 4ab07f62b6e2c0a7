/** Where the account's endpoints are mounted. */
import type { Handler, Hono } from "hono";
import { ACCOUNT, type AccountEndpoint } from "@/lib/contract/account";
import type { Env, Services } from "../context";
import { dashboardOnly } from "./gate";
import { ledgerOf } from "./ledger";
import { ledgerFileOf } from "./ledger-file";
import { quoteOf, quotesOf } from "./quote";
import { savedSummary } from "./saved";
import { creditsOf, usageOf } from "./usage";
import { addedViews, allViews, changedView, newCounts, removedView } from "./views";
import { changedCompany, unwatchedCompany, watchedCompanies, watchlist } from "./watchlist";
import { workspaceOf } from "./workspace";

type Answering = (services: Services) => Handler<Env>;

const ANSWERS: Readonly<Partial<Record<keyof typeof ACCOUNT, Answering>>> = {
  workspace: workspaceOf,
  credits: creditsOf,
  usage: usageOf,
  ledger: ledgerOf,
  ledgerCsv: ledgerFileOf,
  quote: quoteOf,
  quotes: quotesOf,
  saved: savedSummary,
  views: allViews,
  addViews: addedViews,
  viewCounts: newCounts,
  changeView: changedView,
  removeView: removedView,
  watchlist,
  watch: watchedCompanies,
  changeWatched: changedCompany,
  unwatch: unwatchedCompany,
};

export function serveAccount(app: Hono<Env>, services: Services): void {
  app.use("/account/*", dashboardOnly(services));
  for (const [name, { method, path }] of Object.entries<AccountEndpoint>(ACCOUNT)) {
    const answering = isAccountName(name) ? ANSWERS[name] : undefined;
    if (answering !== undefined) app.on(method, path, answering(services));
  }
}

function isAccountName(name: string): name is keyof typeof ACCOUNT {
  return name in ACCOUNT;
}
