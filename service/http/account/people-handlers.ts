/** Handlers of the endpoints about people and workspaces: who is signed in where, with whom, and with which keys. */
import type { HandlerFactory } from "../context";
import { getBudgetsHandler, setBudgetHandler } from "./budgets";
import { confirmAddressHandler, sendConfirmationHandler } from "./confirmation";
import { getIdentityHandler, updateIdentityHandler } from "./identity";
import {
  acceptInvitationHandler,
  createInvitationHandler,
  getInvitationHandler,
  listInvitationsHandler,
  withdrawInvitationHandler,
} from "./invitations";
import {
  createKeyHandler,
  listKeysHandler,
  restoreDashboardKeyHandler,
  revokeKeyHandler,
  rollKeyHandler,
} from "./keys";
import { listMembersHandler, removeMemberHandler, updateMemberHandler } from "./members";
import { changePasswordHandler, requestPasswordResetHandler, resetPasswordHandler } from "./password";
import { registerHandler } from "./register";
import { endOtherSessionsHandler, endSessionHandler, listSessionsHandler } from "./sessions";
import { getSignInOptionsHandler, signInDemoHandler, signInHandler, signOutHandler } from "./sign-in";
import {
  createWorkspaceHandler,
  getWorkspaceHandler,
  leaveWorkspaceHandler,
  openWorkspaceHandler,
  renameWorkspaceHandler,
} from "./workspaces";

export const PEOPLE_HANDLERS = {
  workspace: getWorkspaceHandler,
  signInOptions: getSignInOptionsHandler,
  register: registerHandler,
  signIn: signInHandler,
  signInDemo: signInDemoHandler,
  signOut: signOutHandler,
  me: getIdentityHandler,
  changeMe: updateIdentityHandler,
  addWorkspace: createWorkspaceHandler,
  openWorkspace: openWorkspaceHandler,
  renameWorkspace: renameWorkspaceHandler,
  leaveWorkspace: leaveWorkspaceHandler,
  members: listMembersHandler,
  changeMember: updateMemberHandler,
  removeMember: removeMemberHandler,
  invitations: listInvitationsHandler,
  invite: createInvitationHandler,
  withdrawInvitation: withdrawInvitationHandler,
  readInvitation: getInvitationHandler,
  acceptInvitation: acceptInvitationHandler,
  budgets: getBudgetsHandler,
  setBudget: setBudgetHandler,
  keys: listKeysHandler,
  addKey: createKeyHandler,
  rollKey: rollKeyHandler,
  revokeKey: revokeKeyHandler,
  restoreDashboardKey: restoreDashboardKeyHandler,
  sessions: listSessionsHandler,
  endOtherSessions: endOtherSessionsHandler,
  endSession: endSessionHandler,
  forgot: requestPasswordResetHandler,
  reset: resetPasswordHandler,
  sendConfirmation: sendConfirmationHandler,
  confirmAddress: confirmAddressHandler,
  changePassword: changePasswordHandler,
} as const satisfies Record<string, HandlerFactory>;
