/** Has what queries of owned records read from the private API. It is imported when it is needed. */
export { PURCHASES } from "@dealflow/contract/account/spending/purchases";
export { callAccount } from "../account";
