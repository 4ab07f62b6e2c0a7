/** This filter value matches records with nothing on file. It is in no list; descriptors say where it is allowed. */
export const UNKNOWN = "unknown";
