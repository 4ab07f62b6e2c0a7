/** Has what summaries read from the private API. It is imported when it is needed: a first load has no schema. */
export { SUMMARIES } from "@dealflow/contract/account/summaries";
export { callAccount } from "./account";
