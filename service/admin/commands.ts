/** Lists the administration commands in the order in which help shows them. */
import type { Command } from "./command";
import { CONNECTION_COMMANDS, WEBHOOK_ADMINISTRATION_COMMANDS } from "./connection-commands";
import { CREDITS_COMMANDS } from "./credits-commands";
import { DATA_COMMANDS } from "./data-commands";
import { DOCTOR_COMMAND } from "./doctor";
import { KEY_COMMANDS } from "./key-commands";
import { MEMBER_COMMANDS } from "./member-commands";
import { PERSON_COMMANDS } from "./person-commands";
import { WORKSPACE_COMMANDS } from "./workspace-commands";

export const COMMANDS: readonly Command[] = [
  ...WORKSPACE_COMMANDS,
  ...MEMBER_COMMANDS,
  ...PERSON_COMMANDS,
  ...KEY_COMMANDS,
  ...CONNECTION_COMMANDS,
  ...WEBHOOK_ADMINISTRATION_COMMANDS,
  ...CREDITS_COMMANDS,
  ...DATA_COMMANDS,
  DOCTOR_COMMAND,
];
