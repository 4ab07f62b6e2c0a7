/** The request of each account endpoint, and the status for an authorized person; the record must be complete to compile. */
import type { ACCOUNT } from "@dealflow/contract/account/account";
import { newId } from "@/service/store/new-id";
import type { ResourceIds } from "./access-fixture";
import type { AccountRequest } from "./account";

interface Case {
  readonly request?: (ids: ResourceIds) => AccountRequest;
  readonly status: number;
  /** A member gets this status for something of an owner's; when left out, the same one. */
  readonly member?: number;
  /** Requests that name ids of another workspace get this status; when left out, the same one. */
  readonly foreign?: number;
}

const draft = { name: "A view", feed: "funding", query: "", columns: null, sort: null, shared: true };
const webhook = {
  url: "https://public.example/webhooks",
  description: "",
  events: [{ event: "funding.created", query: "round=seed" }],
};
const PASSWORD = "correct horse battery staple";

export const CASES: Readonly<Record<keyof typeof ACCOUNT, Case>> = {
  workspace: { status: 200 },
  credits: { status: 200 },
  usage: { status: 200 },
  ledger: { status: 200 },
  charge: { request: () => ({ id: newId() }), status: 404 },
  ledgerCsv: { status: 200 },
  // None of the requesting people is an operator.
  grant: { request: () => ({ body: { amount: 1 } }), status: 403 },
  installation: { status: 403 },
  findLedger: { status: 403 },
  foundLedgerCsv: { status: 403 },
  findPeople: { status: 403 },
  personFile: { request: () => ({ id: newId() }), status: 403 },
  findWorkspaces: { status: 403 },
  workspaceDetails: { request: () => ({ id: newId() }), status: 403 },
  runAdminCommand: { request: () => ({ body: { command: "credits grant", options: {} } }), status: 403 },
  quote: { request: () => ({ search: "?name=Nobody" }), status: 200 },
  quotes: { request: () => ({ body: { companies: [{ name: "Nobody" }] } }), status: 200 },
  explore: { request: () => ({ id: "funding" }), status: 200 },
  quotePage: { request: () => ({ id: "funding" }), status: 200 },
  quoteAll: { request: () => ({ id: "funding" }), status: 200 },
  // No reference is valid for everyone.
  quoteReferences: { request: () => ({ id: "funding", body: { references: ["unknown"] } }), status: 400 },
  bulkPurchases: { status: 200 },
  startBulkPurchase: {
    request: () => ({ id: newId(), body: { feed: "funding", query: "", agreed: 1, view: "/funding" } }),
    // The service of these tests charges every delivery.
    status: 403,
  },
  stopBulkPurchase: { request: () => ({ id: newId() }), status: 404 },
  // None of the requesting people is an operator.
  imports: { status: 403 },
  importQuality: { status: 403 },
  undoImport: { request: () => ({ id: "1" }), status: 403 },
  correctRecord: {
    request: () => ({ body: { record: newId(), values: { round: "seed" }, reason: "wrong" } }),
    status: 403,
  },
  retractRecord: { request: () => ({ body: { record: newId(), reason: "wrong" } }), status: 403 },
  recordOrigin: { request: () => ({ id: newId() }), status: 403 },
  recordComparison: { request: () => ({ id: newId(), search: `?other=${newId()}` }), status: 403 },
  duplicates: { status: 403 },
  decideDuplicate: { request: () => ({ id: "1", body: { verdict: "later" } }), status: 403 },
  undoDuplicate: { request: () => ({ id: "1" }), status: 403 },
  decideDuplicates: { request: () => ({ body: { rule: "name alone", minScore: 1, verdict: "later" } }), status: 403 },
  mergeRecords: { request: () => ({ body: { one: newId(), other: newId() } }), status: 403 },
  separateRecord: { request: () => ({ id: "1" }), status: 403 },
  addImportSchedule: {
    request: () => ({
      body: {
        address: "https://data.example/rounds.csv",
        every: "1d",
        source: null,
        map: null,
        full: false,
        strict: false,
      },
    }),
    status: 403,
  },
  pauseImportSchedule: { request: () => ({ id: "1", body: { paused: true } }), status: 403 },
  runImportSchedule: { request: () => ({ id: "1" }), status: 403 },
  removeImportSchedule: { request: () => ({ id: "1" }), status: 403 },
  addImportFile: { request: () => ({ body: { name: "rounds.csv", bytes: 1 } }), status: 403 },
  importFile: { request: () => ({ id: newId() }), status: 403 },
  sendImportChunk: { request: () => ({ id: newId() }), status: 403 },
  inspectImportFile: { request: () => ({ id: newId(), body: { map: null } }), status: 403 },
  checkImportFile: { request: () => ({ id: newId() }), status: 403 },
  setImportFileFull: { request: () => ({ id: newId(), body: { full: true } }), status: 403 },
  runImportFile: { request: () => ({ id: newId() }), status: 403 },
  stopImportFile: { request: () => ({ id: newId() }), status: 403 },
  removeImportFile: { request: () => ({ id: newId() }), status: 403 },
  refusedRows: { request: () => ({ id: newId() }), status: 403 },
  recordReports: { status: 200 },
  // Nothing is owned where every delivery is charged for.
  reportRecord: {
    request: ({ company: recordId }) => ({
      body: { feed: "companies", recordId, reason: "wrong", duplicateOf: "", note: "" },
    }),
    status: 404,
  },
  openRecordReports: { status: 403 },
  acceptRecordReport: { request: ({ report: id }) => ({ id, body: { note: "" } }), status: 403 },
  declineRecordReport: { request: ({ report: id }) => ({ id, body: { note: "" } }), status: 403 },
  purchasedCounts: { status: 200 },
  purchased: { request: () => ({ id: "funding" }), status: 200 },
  purchasedFile: { request: () => ({ id: "funding" }), status: 200 },
  purchasedRecords: { request: ({ company }) => ({ id: "funding", search: `?record=${company}` }), status: 200 },
  purchasedSummary: { request: () => ({ id: "funding" }), status: 200 },
  ownedNames: { request: () => ({ search: "?search=company" }), status: 200 },
  ownedInvestor: { request: ({ company }) => ({ id: company }), status: 200 },
  ownedTimelines: { request: ({ company }) => ({ search: `?record=${company}` }), status: 200 },
  watchedEvents: { status: 200 },
  summary: { request: () => ({ id: "funding" }), status: 200 },
  saved: { status: 200 },
  views: { status: 200 },
  addViews: { request: () => ({ body: { views: [draft] } }), status: 201 },
  viewCounts: { request: ({ view }) => ({ search: `?id=${view}` }), status: 200 },
  newInViews: { status: 200 },
  changeView: {
    request: ({ view }) => ({ id: view, body: { version: 1, name: "Other" } }),
    status: 200,
    member: 403,
    foreign: 404,
  },
  removeView: { request: ({ view }) => ({ id: view }), status: 204, member: 403, foreign: 404 },
  inbox: { status: 200 },
  inboxState: { status: 200 },
  readInbox: { request: () => ({ body: { position: 1 } }), status: 200 },
  inboxUpdates: { status: 200 },
  watchlist: { status: 200 },
  watch: {
    request: ({ company }) => ({ body: { companies: [{ id: company, name: "Company", domain: null }] } }),
    status: 201,
  },
  changeWatched: {
    request: ({ company }) => ({ id: company, body: { version: 1, note: "Call" } }),
    status: 200,
    foreign: 404,
  },
  unwatch: { request: ({ company }) => ({ id: company }), status: 204, foreign: 404 },

  signInOptions: { status: 200 },
  register: {
    request: () => ({ body: { email: `${newId()}@people.example`, password: PASSWORD, name: "New" } }),
    status: 201,
  },
  signIn: { request: () => ({ body: { email: `${newId()}@people.example`, password: PASSWORD } }), status: 401 },
  // This server has no demo account.
  signInDemo: { request: () => ({ body: {} }), status: 404 },
  signOut: { request: () => ({ body: {} }), status: 204 },
  forgot: { request: () => ({ body: { email: `${newId()}@people.example` } }), status: 200 },
  reset: { request: () => ({ body: { token: newId(), password: PASSWORD } }), status: 400 },
  // Their addresses are confirmed.
  sendConfirmation: { request: () => ({ body: {} }), status: 409 },
  confirmAddress: { request: () => ({ body: { token: newId() } }), status: 200 },
  // None of these people has a password.
  changePassword: { request: () => ({ body: { current: PASSWORD, password: `${PASSWORD} again` } }), status: 400 },
  me: { status: 200 },
  changeMe: { request: () => ({ body: { name: "Ada" } }), status: 200 },
  sessions: { status: 200 },
  endOtherSessions: { status: 204 },
  endSession: { request: ({ session }) => ({ id: session }), status: 204, foreign: 404 },

  addWorkspace: { request: () => ({ body: { name: "One more" } }), status: 201 },
  openWorkspace: { request: ({ workspace }) => ({ id: workspace, body: {} }), status: 200, foreign: 404 },
  renameWorkspace: { request: () => ({ body: { name: "Renamed" } }), status: 200 },
  leaveWorkspace: { request: () => ({ body: {} }), status: 200, foreign: 409 },
  deleteWorkspace: { request: () => ({ body: { name: "Another name" } }), status: 400, member: 403 },
  members: { status: 200 },
  changeMember: { request: ({ colleague }) => ({ id: colleague, body: { role: "owner" } }), status: 204, foreign: 404 },
  removeMember: {
    request: ({ colleague }) => ({ id: colleague, body: { revokeKeys: true } }),
    status: 204,
    foreign: 404,
  },
  invitations: { status: 200 },
  invite: { request: () => ({ body: { email: `${newId()}@people.example`, role: "member" } }), status: 201 },
  withdrawInvitation: { request: ({ invitation }) => ({ id: invitation }), status: 204, foreign: 404 },
  // The link itself grants reading the invitation: no one else has it.
  readInvitation: { request: ({ token }) => ({ body: { token } }), status: 200, foreign: 404 },
  // It was sent to someone else.
  acceptInvitation: { request: ({ token }) => ({ body: { token } }), status: 403, foreign: 404 },

  keys: { status: 200 },
  addKey: { request: () => ({ body: { name: "laptop" } }), status: 201 },
  rotateKey: { request: ({ key }) => ({ id: key, body: { days: 1 } }), status: 201, foreign: 404 },
  revokeKey: { request: ({ key }) => ({ id: key }), status: 204, foreign: 404 },
  // It works.
  restoreDashboardKey: { request: () => ({ body: {} }), status: 409 },

  webhooks: { status: 200 },
  addWebhook: { request: () => ({ body: webhook }), status: 201 },
  changeWebhook: { request: ({ webhook: id }) => ({ id, body: webhook }), status: 200, foreign: 404 },
  removeWebhook: { request: ({ webhook: id }) => ({ id }), status: 204, foreign: 404 },
  enableWebhook: { request: ({ webhook: id }) => ({ id, body: {} }), status: 200, foreign: 404 },
  disableWebhook: { request: ({ webhook: id }) => ({ id, body: {} }), status: 200, foreign: 404 },
  rotateWebhookSecret: { request: ({ webhook: id }) => ({ id, body: { hours: 24 } }), status: 201, foreign: 404 },
  endWebhookOverlap: { request: ({ webhook: id }) => ({ id, body: {} }), status: 200, foreign: 404 },
  testWebhook: {
    request: ({ webhook: id }) => ({ id, body: { event: "funding.created" } }),
    status: 201,
    foreign: 404,
  },
  estimateWebhook: { request: () => ({ body: { events: webhook.events } }), status: 200 },
  webhookDeliveries: { request: ({ webhook: id }) => ({ search: `?webhook=${id}` }), status: 200 },
  webhookDelivery: { request: ({ delivery: id }) => ({ id }), status: 200, foreign: 404 },
  replayWebhookDelivery: { request: ({ delivery: id }) => ({ id, body: {} }), status: 200, foreign: 404 },
  countWebhookReplays: { request: ({ webhook: id }) => ({ id }), status: 200, foreign: 404 },
  replayWebhookDeliveries: {
    request: ({ webhook: id }) => ({ id, body: { since: "2026-01-01T00:00:00Z" } }),
    status: 200,
    foreign: 404,
  },
  webhookActivity: { status: 200 },

  // Anyone who has the id of a request may read it, because no one else has it.
  connectionRequest: { request: ({ request: id }) => ({ id }), status: 200, foreign: 404 },
  approveConnection: {
    request: ({ request: id, workspace }) => ({
      id,
      body: { workspace, scopes: ["read:funding"], dailyAllowance: 5 },
    }),
    status: 200,
    foreign: 404,
  },
  denyConnection: { request: ({ request: id }) => ({ id }), status: 200, foreign: 404 },
  connections: { status: 200 },
  connection: { request: ({ connection: id }) => ({ id }), status: 200, foreign: 404 },
  changeConnection: {
    request: ({ connection: id }) => ({ id, body: { dailyAllowance: 5 } }),
    status: 204,
    foreign: 404,
  },
  revokeConnection: { request: ({ connection: id }) => ({ id }), status: 204, foreign: 404 },

  budgets: { status: 200 },
  setBudget: {
    request: ({ colleague }) => ({ body: { person: colleague, day: 5, month: null } }),
    status: 200,
    foreign: 404,
  },
};
