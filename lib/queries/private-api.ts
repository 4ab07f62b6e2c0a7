/** Has what free queries of any page read from the private API. It is imported when it is needed: a first load has no schema. */
export { PURCHASES } from "@dealflow/contract/account/spending/purchases";
export { SUMMARIES } from "@dealflow/contract/account/summaries";
export { callAccount } from "./account";
