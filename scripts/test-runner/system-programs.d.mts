interface SystemProgram {
  readonly name: string;
  readonly packages: readonly string[];
  readonly variable: string;
  readonly version: string;
}
export declare const HAPROXY: SystemProgram;
export declare const IPTABLES: SystemProgram;
export declare const MMDEBSTRAP: SystemProgram;
export declare const PODMAN: SystemProgram;
export declare const RUNC: SystemProgram;
export declare function ensureProgram(program: SystemProgram): string;
