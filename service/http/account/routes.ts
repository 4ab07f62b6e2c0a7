/** Where the account's endpoints are mounted. */
import type { Handler, Hono } from "hono";
import { ACCOUNT, type AccountEndpoint } from "@/lib/contract/account";
import type { Env, Services } from "../context";
import { door } from "./door";
import { dashboardOnly, signedInFor } from "./gate";
import { addedKey, keys, restoredDashboardKey, revokedKey, rolledKey } from "./keys";
import { ledgerOf } from "./ledger";
import { ledgerFileOf } from "./ledger-file";
import { changedMe, me } from "./me";
import { changedMember, members, removedMember } from "./members";
import { quoteOf, quotesOf } from "./quote";
import { registered } from "./register";
import { savedSummary } from "./saved";
import { signIn, signOut } from "./sign-in";
import { creditsOf, usageOf } from "./usage";
import { addedViews, allViews, changedView, newCounts, removedView } from "./views";
import { changedCompany, unwatchedCompany, watchedCompanies, watchlist } from "./watchlist";
import { workspaceOf } from "./workspace";
import { addedWorkspace, leftWorkspace, openedWorkspace, renamedWorkspace } from "./workspaces";

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
  door,
  register: registered,
  signIn,
  signOut,
  me,
  changeMe: changedMe,
  addWorkspace: addedWorkspace,
  openWorkspace: openedWorkspace,
  renameWorkspace: renamedWorkspace,
  leaveWorkspace: leftWorkspace,
  members,
  changeMember: changedMember,
  removeMember: removedMember,
  keys,
  addKey: addedKey,
  rollKey: rolledKey,
  revokeKey: revokedKey,
  restoreDashboardKey: restoredDashboardKey,
};

export function serveAccount(app: Hono<Env>, services: Services): void {
  app.use("/account/*", dashboardOnly(services));
  for (const [name, { method, path }] of Object.entries<AccountEndpoint>(ACCOUNT)) {
    if (!isAccountName(name)) continue;
    const answering = ANSWERS[name];
    if (answering !== undefined) app.on(method, path, signedInFor(services, name), answering(services));
  }
}

function isAccountName(name: string): name is keyof typeof ACCOUNT {
  return name in ACCOUNT;
}
