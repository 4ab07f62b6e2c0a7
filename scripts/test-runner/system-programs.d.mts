interface SystemProgram {
  readonly name: string;
}
export declare const CHROMIUM: SystemProgram;
export declare const ETCD: SystemProgram;
export declare const HAPROXY: SystemProgram;
export declare const IPTABLES: SystemProgram;
export declare const MMDEBSTRAP: SystemProgram;
export declare const PATRONI: SystemProgram;
export declare const PGBACKREST: SystemProgram;
export declare const PGBOUNCER: SystemProgram;
export declare const PODMAN: SystemProgram;
export declare const POSTGRES: SystemProgram;
export declare const RUNC: SystemProgram;
export declare function ensureProgram(program: SystemProgram): string;
export declare function ensurePrograms<const All extends readonly SystemProgram[]>(
  ...programs: All
): { readonly [Index in keyof All]: string };
export declare function findProgram(program: SystemProgram): string | undefined;
