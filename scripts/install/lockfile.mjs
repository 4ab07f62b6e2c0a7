// What a lockfile must hold so that it installs on every system, whichever machine and mirror it was made with.

const SYSTEMS = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const PROCESSORS = ["arm64", "arm", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

/** Optional dependencies that some package lists and that have no entry: `{ path, name, version, dev }` each. */
export function missingOptional(lockfile) {
  const { packages } = lockfile;
  const missing = new Map();
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (candidatePaths(path, name).some((candidate) => packages[candidate] !== undefined)) continue;
      const location = `node_modules/${name}`;
      const dev = (missing.get(location)?.dev ?? true) && entry.dev === true;
      missing.set(location, { path: location, name, version, dev });
    }
  }
  return [...missing.values()];
}

/** Entries that name the registry they came from, which binds every reader to it. */
export function resolvedEntries(lockfile) {
  return Object.keys(lockfile.packages).filter((path) => {
    const entry = lockfile.packages[path];
    return "resolved" in entry && !entry.link;
  });
}

/**
 * A copy of the lockfile with every missing entry. Such packages contain one binary each, and their names state for which
 * system. Throws when a version is not exact or a name names none.
 */
export function completeLockfile(lockfile) {
  const packages = { ...lockfile.packages };
  for (const { path, name, version, dev } of missingOptional(lockfile)) {
    if (!/^\d+\.\d+\.\d+[\w.+-]*$/.test(version)) {
      throw new Error(`${name} is listed as ${version}, which is no exact version; add it with npm install.`);
    }
    packages[path] = { version, ...systemOf(name), ...(dev ? { dev: true } : {}), optional: true };
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, "en"));
  return {
    ...lockfile,
    packages: Object.fromEntries(
      // A link needs its address: that of a folder of this repository.
      sorted.map(([path, { resolved, ...entry }]) => [path, entry.link ? { resolved, ...entry } : entry]),
    ),
  };
}

function systemOf(name) {
  const words = name.replace("windows", "win32").split(/[-/]/);
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  const os = SYSTEMS.find((system) => words.includes(system));
  if (cpu === undefined || (os === undefined && cpu !== "wasm32")) {
    throw new Error(`${name} does not name its system; add it with npm install.`);
  }
  const libc = words.includes("musl") ? "musl" : words.some((word) => word.startsWith("gnu")) ? "glibc" : null;
  return { cpu: [cpu], ...(os === undefined ? {} : { os: [os] }), ...(libc === null ? {} : { libc: [libc] }) };
}

/** Lists the folders where Node looks for `name` from the package at `path`, nearest first. */
function candidatePaths(path, name) {
  const locations = [];
  let at = path;
  while (at !== "") {
    locations.push(`${at}/node_modules/${name}`);
    const parent = at.lastIndexOf("/node_modules/");
    at = parent === -1 ? "" : at.slice(0, parent);
  }
  return [...locations, `node_modules/${name}`];
}
