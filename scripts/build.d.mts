export declare function ensureBuilt(...parts: readonly ("service" | "dashboard")[]): Promise<void>;
export declare function bundleFile(name: "service" | "admin" | "import"): string;
