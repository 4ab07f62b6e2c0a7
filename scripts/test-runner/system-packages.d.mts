export function installPackages(names: readonly string[], services?: readonly string[]): boolean;
