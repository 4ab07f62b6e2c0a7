export declare function ensureBuilt(...parts: readonly ("service" | "dashboard")[]): Promise<void>;
export declare function bundleFile(name: "service" | "admin" | "import"): string;
/** Names of bundles and their entries. The embedded PostgreSQL is looked for from the folder, which therefore is within the project. */
export declare function bundle(entries: Readonly<Record<string, string>>, folder: string): Promise<void>;
