/** How each page of the account is asked, and what it answers to whoever may: the whole record, or it does not compile. */
import type { ACCOUNT } from "@/lib/contract/account";
import { newId } from "@/service/store/new-id";
import type { Things } from "./access-world";
import type { AccountAsked } from "./account";

interface Case {
  readonly asked?: (things: Things) => AccountAsked;
  readonly status: number;
  /** To whoever names things that are not of their workspace; when left out, the same as to others. */
  readonly foreign?: number;
}

const draft = { name: "A view", feed: "funding", query: "", columns: null, sort: null, shared: true };
const PASSWORD = "correct horse battery staple";

export const CASES: Readonly<Record<keyof typeof ACCOUNT, Case>> = {
  workspace: { status: 200 },
  credits: { status: 200 },
  usage: { status: 200 },
  ledger: { status: 200 },
  ledgerCsv: { status: 200 },
  // None of those who ask is an operator.
  grant: { asked: () => ({ body: { amount: 1 } }), status: 403 },
  quote: { asked: () => ({ search: "?name=Nobody" }), status: 200 },
  quotes: { asked: () => ({ body: { companies: [{ name: "Nobody" }] } }), status: 200 },
  saved: { status: 200 },
  views: { status: 200 },
  addViews: { asked: () => ({ body: { views: [draft] } }), status: 201 },
  viewCounts: { asked: ({ view }) => ({ search: `?id=${view}` }), status: 200 },
  changeView: { asked: ({ view }) => ({ id: view, body: { version: 1, name: "Other" } }), status: 200, foreign: 404 },
  removeView: { asked: ({ view }) => ({ id: view }), status: 204, foreign: 404 },
  watchlist: { status: 200 },
  watch: {
    asked: ({ company }) => ({ body: { companies: [{ id: company, name: "Company", domain: null }] } }),
    status: 201,
  },
  changeWatched: {
    asked: ({ company }) => ({ id: company, body: { version: 1, note: "Call" } }),
    status: 200,
    foreign: 404,
  },
  unwatch: { asked: ({ company }) => ({ id: company }), status: 204, foreign: 404 },

  signInOptions: { status: 200 },
  register: {
    asked: () => ({ body: { email: `${newId()}@people.example`, password: PASSWORD, name: "New" } }),
    status: 201,
  },
  signIn: { asked: () => ({ body: { email: `${newId()}@people.example`, password: PASSWORD } }), status: 401 },
  // There is no demo account here.
  signInDemo: { asked: () => ({ body: {} }), status: 404 },
  signOut: { asked: () => ({ body: {} }), status: 204 },
  forgot: { asked: () => ({ body: { email: `${newId()}@people.example` } }), status: 200 },
  reset: { asked: () => ({ body: { token: newId(), password: PASSWORD } }), status: 400 },
  // None of these people has a password.
  changePassword: { asked: () => ({ body: { current: PASSWORD, password: `${PASSWORD} again` } }), status: 400 },
  me: { status: 200 },
  changeMe: { asked: () => ({ body: { name: "Ada" } }), status: 200 },
  sessions: { status: 200 },
  endOtherSessions: { status: 204 },
  endSession: { asked: ({ session }) => ({ id: session }), status: 204, foreign: 404 },

  addWorkspace: { asked: () => ({ body: { name: "One more" } }), status: 201 },
  openWorkspace: { asked: ({ workspace }) => ({ id: workspace, body: {} }), status: 200, foreign: 404 },
  renameWorkspace: { asked: () => ({ body: { name: "Renamed" } }), status: 200 },
  leaveWorkspace: { asked: () => ({ body: {} }), status: 200, foreign: 409 },
  members: { status: 200 },
  changeMember: { asked: ({ colleague }) => ({ id: colleague, body: { role: "owner" } }), status: 204, foreign: 404 },
  removeMember: { asked: ({ colleague }) => ({ id: colleague }), status: 204, foreign: 404 },
  invitations: { status: 200 },
  invite: { asked: () => ({ body: { email: `${newId()}@people.example`, role: "member" } }), status: 201 },
  withdrawInvitation: { asked: ({ invitation }) => ({ id: invitation }), status: 204, foreign: 404 },
  // The link itself is what may be known of an invitation: nobody else holds it.
  readInvitation: { asked: ({ token }) => ({ body: { token } }), status: 200, foreign: 404 },
  // It was sent to somebody else.
  acceptInvitation: { asked: ({ token }) => ({ body: { token } }), status: 403, foreign: 404 },

  keys: { status: 200 },
  addKey: { asked: () => ({ body: { name: "laptop" } }), status: 201 },
  rollKey: { asked: ({ key }) => ({ id: key, body: { days: 1 } }), status: 201, foreign: 404 },
  revokeKey: { asked: ({ key }) => ({ id: key }), status: 204, foreign: 404 },
  // It works.
  restoreDashboardKey: { asked: () => ({ body: {} }), status: 409 },

  budgets: { status: 200 },
  setBudget: {
    asked: ({ colleague }) => ({ body: { person: colleague, day: 5, month: null } }),
    status: 200,
    foreign: 404,
  },
};
