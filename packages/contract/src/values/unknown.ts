/** The filter value that matches records with nothing on file; it is in no list, descriptors say where it is allowed. */
export const UNKNOWN = "unknown";
