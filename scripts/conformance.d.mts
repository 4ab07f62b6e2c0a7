export declare const RUNS_CONFORMANCE: boolean;
export declare function ensureConformance(): Promise<{ readonly node: string; readonly program: string }>;
