/** Describes the commands that an operator runs on people, workspaces and entries of a ledger. */
import type { ListedPerson, ListedWorkspace, WorkspaceDetails } from "@dealflow/contract/account/administration";
import { LINK_HOURS } from "@dealflow/contract/account/people";
import type { AccountLedgerEntry } from "@dealflow/contract/account/spending/credits";
import { credits } from "@/lib/format/counts";
import type { CommandForm } from "./command-dialog";

const REASON = {
  name: "reason",
  label: "Reason",
  hint: "The members of the workspace see it in their ledger.",
} as const;

export function refund({ id, delta }: AccountLedgerEntry): CommandForm {
  return {
    title: `Refund ${credits(-delta)}`,
    description:
      "The credits come back by an entry of their own, once. Budgets and the use by day still count the charge.",
    action: "Refund",
    command: "credits refund",
    options: { entry: id },
    fields: [
      REASON,
      {
        name: "amount",
        label: "Credits",
        optional: true,
        hint: "All that is left of the charge, unless you enter fewer.",
      },
    ],
  };
}

type Workspace = Pick<ListedWorkspace, "id" | "name" | "balance">;

export function creditCommands({ id, name, balance }: Workspace): readonly CommandForm[] {
  return [
    {
      title: `Grant credits to ${name}`,
      description: `The balance is ${credits(balance)}. Grants are available immediately.`,
      action: "Grant credits",
      command: "credits grant",
      options: { workspace: id },
      fields: [{ name: "amount", label: "Credits" }],
    },
    {
      title: `Correct the balance of ${name}`,
      description: `The balance is ${credits(balance)}. A correction is neither a grant nor use.`,
      action: "Correct balance",
      command: "credits correct",
      options: { workspace: id },
      fields: [{ name: "delta", label: "Credits", hint: "5 adds credits, and -5 takes them." }, REASON],
    },
  ];
}

export const CREATE_WORKSPACE: CommandForm = {
  title: "New workspace",
  description: "It has no members until you add them by their addresses.",
  action: "Create workspace",
  command: "workspace create",
  options: {},
  fields: [
    { name: "name", label: "Name" },
    { name: "credits", label: "Credits", initial: "0" },
  ],
};

export function workspaceCommands(workspace: ListedWorkspace): readonly CommandForm[] {
  const { id, name, blocked } = workspace;
  return [
    ...creditCommands(workspace),
    {
      title: `Rename ${name}`,
      description: "Its members see the new name within a second.",
      action: "Rename",
      command: "workspace rename",
      options: { workspace: id },
      fields: [{ name: "name", label: "Name", initial: name }],
    },
    {
      title: blocked ? `Unblock ${name}?` : `Block ${name}?`,
      description: blocked
        ? "Its members, keys, MCP clients and webhooks work again within a second."
        : "Every request of its members, keys and MCP clients is refused within a second. Nothing is deleted.",
      action: blocked ? "Unblock" : "Block",
      command: "workspace set",
      options: { workspace: id, blocked: String(!blocked) },
    },
    {
      title: `Delete ${name}?`,
      description:
        "Its keys, views, webhooks and purchases are deleted, and cannot be brought back. Its ledger and the accounts of its members stay.",
      action: "Delete",
      command: "workspace delete",
      options: { workspace: id },
      fields: [{ name: "confirm", label: `Enter ${name}` }],
    },
  ];
}

export function addMember({ id, name }: Workspace): CommandForm {
  return {
    title: `Add a member to ${name}`,
    description: "The person needs an account. They become a member immediately, without an invitation.",
    action: "Add member",
    command: "member add",
    options: { workspace: id },
    fields: [{ name: "email", label: "Email" }],
  };
}

export function memberCommands(
  { id, name: workspace }: Workspace,
  { name, email, role }: WorkspaceDetails["members"][number],
): readonly CommandForm[] {
  const [next, title] = role === "owner" ? (["member", "a member"] as const) : (["owner", "an owner"] as const);
  return [
    {
      title: `Make ${name} ${title}?`,
      description: `Owners manage the people, keys and budgets of ${workspace}.`,
      action: next === "owner" ? "Make owner" : "Make member",
      command: "member role",
      options: { workspace: id, email, role: next },
    },
    {
      title: `Remove ${name}?`,
      description: `${email} loses access to ${workspace} within a second, and the keys that they created are revoked.`,
      action: "Remove",
      command: "member remove",
      options: { workspace: id, email },
    },
  ];
}

export function createKey({ id, name }: Workspace): CommandForm {
  return {
    title: `New key of ${name}`,
    description: "The key is shown once, and its purchases are charged to the workspace.",
    action: "Create key",
    command: "key create",
    options: { workspace: id },
    fields: [{ name: "name", label: "Name" }],
    secret: "Key",
  };
}

export function revokeKey({ id }: Workspace, key: { readonly id: string; readonly name: string }): CommandForm {
  return {
    title: `Revoke ${key.name}?`,
    description: "Programs that use the key stop working within a second. This can't be undone.",
    action: "Revoke",
    command: "key revoke",
    options: { workspace: id, key: key.id },
  };
}

export function endConnection(
  { id }: Workspace,
  connection: { readonly id: string; readonly clientName: string },
): CommandForm {
  return {
    title: `Disconnect ${connection.clientName}?`,
    description: "The MCP client loses access within a second. Its person can connect it again.",
    action: "Disconnect",
    command: "connection revoke",
    options: { workspace: id, connection: connection.id },
  };
}

export function disableWebhook({ id }: Workspace, webhook: { readonly id: string; readonly url: string }): CommandForm {
  return {
    title: "Disable this webhook?",
    description: `Nothing more is sent to ${webhook.url}. Its deliveries are kept, and members can enable it again.`,
    action: "Disable",
    command: "webhook disable",
    options: { workspace: id, webhook: webhook.id },
  };
}

/** @param self the operator, who cannot lock themselves out */
export function personCommands(person: ListedPerson, self: string): readonly CommandForm[] {
  const { id, name, email, operator, confirmed, disabled } = person;
  const options = { email };
  const own: readonly CommandForm[] = [
    {
      title: `Set a new password for ${name}`,
      description: `You get a link to pass on, by which ${email} sets a new password once, within ${LINK_HOURS.reset} hour. Using it ends their sessions and MCP connections.`,
      action: "Reset password",
      command: "person reset",
      options,
      secret: "Link",
    },
    {
      title: `Unlock ${name}?`,
      description: "They can try to sign in again immediately, after too many wrong passwords.",
      action: "Unlock",
      command: "person unlock",
      options,
    },
    {
      title: `End all sessions of ${name}?`,
      description: "They have to sign in again on every device.",
      action: "End sessions",
      command: "person sign-out",
      options,
    },
  ];
  const others: readonly CommandForm[] = [
    {
      title: operator ? `Remove operator rights of ${name}?` : `Make ${name} an operator?`,
      description: "Operators administer this installation: records, people, workspaces and credits.",
      action: operator ? "Remove operator rights" : "Make operator",
      command: "person operator",
      options: { ...options, operator: String(!operator) },
    },
    {
      title: disabled ? `Enable ${name}?` : `Disable ${name}?`,
      description: disabled
        ? "They can sign in again, and their keys and MCP connections work again."
        : "They can't sign in, and their sessions, keys and MCP connections stop within a second. Nothing is deleted.",
      action: disabled ? "Enable" : "Disable",
      command: disabled ? "person enable" : "person disable",
      options,
    },
    {
      title: `Delete ${name}?`,
      description:
        "The account, its sessions, own views, MCP connections and keys are deleted, and cannot be brought back. Ledgers keep what was used, without the name.",
      action: "Delete",
      command: "person delete",
      options,
      fields: [{ name: "confirm", label: `Enter ${email}` }],
    },
  ];
  const confirm: CommandForm = {
    title: `Confirm the address of ${name}?`,
    description: `${email} counts as confirmed, which gives their workspace its first credits.`,
    action: "Confirm address",
    command: "person confirm",
    options,
  };
  return [...(confirmed ? [] : [confirm]), ...own, ...(id === self ? [] : others)];
}
