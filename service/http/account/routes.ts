/** Where the account's endpoints are mounted. */
import type { Handler, Hono } from "hono";
import { ACCOUNT, type AccountEndpoint } from "@/lib/contract/account";
import type { Env, Services } from "../context";
import { budgets, changedBudget } from "./budgets";
import { door } from "./door";
import { dashboardOnly, signedInFor } from "./gate";
import { granted } from "./grant";
import {
  acceptedInvitation,
  openInvitations,
  sentInvitation,
  shownInvitation,
  withdrawnInvitation,
} from "./invitations";
import { addedKey, keys, restoredDashboardKey, revokedKey, rolledKey } from "./keys";
import { ledgerOf } from "./ledger";
import { ledgerFileOf } from "./ledger-file";
import { limitedEndpoint } from "./limits";
import { changedMe, me } from "./me";
import { changedMember, members, removedMember } from "./members";
import { endedOthers, endedSession, ownSessions } from "./own-sessions";
import { changedPassword, forgot, reset } from "./password";
import { quoteOf, quotesOf } from "./quote";
import { registered } from "./register";
import { savedSummary } from "./saved";
import { signIn, signInDemo, signOut } from "./sign-in";
import { creditsOf, usageOf } from "./usage";
import { addedViews, allViews, changedView, newCounts, removedView } from "./views";
import { changedCompany, unwatchedCompany, watchedCompanies, watchlist } from "./watchlist";
import { workspaceOf } from "./workspace";
import { addedWorkspace, leftWorkspace, openedWorkspace, renamedWorkspace } from "./workspaces";

type Answering = (services: Services) => Handler<Env>;

const ANSWERS: Readonly<Record<keyof typeof ACCOUNT, Answering>> = {
  workspace: workspaceOf,
  credits: creditsOf,
  usage: usageOf,
  ledger: ledgerOf,
  ledgerCsv: ledgerFileOf,
  grant: granted,
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
  signInOptions: door,
  register: registered,
  signIn,
  signInDemo,
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
  invitations: openInvitations,
  invite: sentInvitation,
  withdrawInvitation: withdrawnInvitation,
  readInvitation: shownInvitation,
  acceptInvitation: acceptedInvitation,
  budgets,
  setBudget: changedBudget,
  keys,
  addKey: addedKey,
  rollKey: rolledKey,
  revokeKey: revokedKey,
  restoreDashboardKey: restoredDashboardKey,
  sessions: ownSessions,
  endOtherSessions: endedOthers,
  endSession: endedSession,
  forgot,
  reset,
  changePassword: changedPassword,
};

export function serveAccount(app: Hono<Env>, services: Services): void {
  app.use("/account/*", dashboardOnly(services));
  for (const [name, { method, path }] of Object.entries<AccountEndpoint>(ACCOUNT))
    if (isAccountName(name))
      app.on(method, path, limitedEndpoint(services, name), signedInFor(services, name), ANSWERS[name](services));
}

function isAccountName(name: string): name is keyof typeof ACCOUNT {
  return name in ACCOUNT;
}
