// Reads the modules of the codebase and finds violations of its rules.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { build } from "esbuild";
import { checkImports, checkRunningImports, type Imports, type Violation } from "./import-laws";

type CodebaseReport = { modules: number; violations: Violation[] };
type Source = { path: string; text: string };

const FOLDERS = ["app", "components", "lib", "packages", "service"];
/** Imported files of these kinds import nothing themselves. */
const DATA = /\.(css|json|svg)$/;
/** All other imports are of packages. */
const OWN_IMPORT = /^(\.|@\/|@dealflow\/)/;
/** esbuild calls the imports of modules so; its other kinds are those of style sheets and `require`. */
const MODULE_IMPORTS: ReadonlySet<string> = new Set(["import-statement", "dynamic-import"]);
const ROOT_FILES = ["instrumentation.ts", "proxy.ts"];
/** The code of these folders drives the dashboard in a browser. */
const BROWSER_FOLDERS = ["e2e", "scripts/bench/web"];
/** These files alone may read the environment, one for each program. */
const ENVIRONMENT_FILES = ["service/config.ts", "lib/server/environment.ts"];

/** Returns every module of the codebase, without tests and what only tests use. */
export function readSources(root: string): Source[] {
  const rootFiles = readdirSync(root).filter((name) => ROOT_FILES.includes(name));
  return [...FOLDERS.flatMap((folder) => filesBelow(root, folder)), ...rootFiles]
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !/\.d\.m?ts$/.test(path))
    .filter((path) => !/\.test\.\w+$|(^|\/)testing(\.tsx?$|\/)|^service\/http\/long\/|test-program\.ts$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** Reads the tree below `root` and returns how many modules were read, and every violation of a rule. */
export async function inspectCodebase(root: string): Promise<CodebaseReport> {
  const sources = readSources(root);
  const clientFiles = sources
    .filter(({ text }) => /^\s*["']use client["']/.test(withoutComments(text)))
    .map(({ path }) => path);
  const withTypes = await readImports(
    sources.map(({ path, text }) => ({ path, text: path.endsWith(".mjs") ? text : withTypeImports(text) })),
  );
  const running = await readImports(sources);
  return {
    modules: Math.min(withTypes.size, running.size),
    violations: [
      // An import that leads nowhere could hide any breach.
      ...[...withTypes].flatMap(([from, names]) =>
        names
          .filter((to) => OWN_IMPORT.test(to) && !DATA.test(to))
          .map((to) => ({ rule: "every-import-is-found", from, to })),
      ),
      ...checkImports(withTypes),
      ...checkRunningImports(running, clientFiles),
      ...sources.flatMap(findTextViolations),
      ...readBrowserSources(root).flatMap(findLocatorViolations),
    ],
  };
}

/** Returns what each source imports, as esbuild reads it. What leads to no source keeps the text of its import. */
async function readImports(sources: readonly Source[]): Promise<Imports> {
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  const { metafile } = await build({
    stdin: { contents: sources.map(({ path }) => `import "source:${path}";`).join("\n") },
    plugins: [
      {
        name: "sources",
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^source:/ }, ({ path }) => ({
            path: path.slice("source:".length),
            namespace: "source",
          }));
          onLoad({ filter: /^/, namespace: "source" }, ({ path }) => ({
            contents: texts.get(path) ?? "",
            loader: path.endsWith(".tsx") ? "tsx" : "ts",
          }));
        },
      },
    ],
    // What a source imports is not read by esbuild.
    external: ["*"],
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    logLevel: "silent",
    jsx: "automatic",
    // An import whose names are not used is one too.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  const modules = Object.entries(metafile.inputs).filter(([name]) => name.startsWith("source:"));
  return new Map(
    modules.map(([name, { imports }]) => {
      const path = name.slice("source:".length);
      const names = imports.filter(({ kind }) => MODULE_IMPORTS.has(kind)).map((one) => one.path);
      return [path, [...new Set(names.map((text) => findModule(text, path, texts) ?? text))]];
    }),
  );
}

/** Returns the path of the source that an import leads to. */
function findModule(name: string, from: string, sources: ReadonlyMap<string, string>): string | undefined {
  const path = name.startsWith(".")
    ? join(dirname(from), name)
    : name.replace(/^@\//, "").replace(/^@dealflow\/(client|contract)\//, "packages/$1/src/");
  return ["", ".ts", ".tsx", ".mjs"].map((extension) => path + extension).find((file) => sources.has(file));
}

/** Makes imports of types alone ordinary ones. */
function withTypeImports(text: string): string {
  return text.replaceAll(/\b(import|export) type (?=[{*\w])(?=[^;=]*\bfrom\b)/g, "$1 ");
}

/** Laws that are about what is written and not about imports. */
function findTextViolations({ path, text }: Source): Violation[] {
  const code = withoutComments(text);
  const violations: Violation[] = [];
  if (!ENVIRONMENT_FILES.includes(path)) {
    // The text of a template may show a program of someone else's, as the documents do.
    const found = /process\s*(\.\s*env\b|\[\s*["']env["']\s*\])|\benv\b[^;]*from\s*["'](node:)?process["']/.exec(
      withoutTemplateText(code),
    );
    if (found) violations.push({ rule: "environment-is-read-once", from: path, to: found[0] });
  }
  if (!path.startsWith("packages/contract/")) {
    const written =
      /["'`](\/v1\/[a-z][\w/{}:-]*|(funding_events|acquisitions|exec_moves|companies|investors)\.(list|timeline))/.exec(
        code,
      );
    if (written) violations.push({ rule: "identifiers-are-written-once", from: path, to: written[0].slice(1) });
  }
  // Those of the language, such as indexOf, are called as methods alone.
  const vague = /(?<![.\w#])#?[a-z]\w*Of(?=[(<])/.exec(code);
  if (vague) violations.push({ rule: "no-function-name-ends-in-of", from: path, to: vague[0] });
  return violations;
}

function readBrowserSources(root: string): Source[] {
  return BROWSER_FOLDERS.flatMap((folder) => filesBelow(root, folder))
    .filter((path) => path.endsWith(".ts"))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** Elements are found by role, label, text or test id: a class is for the style sheet, and changes with it. */
function findLocatorViolations({ path, text }: Source): Violation[] {
  const code = withoutComments(text);
  const calls = code.matchAll(
    /\b(?:locator|closest|matches|querySelector(?:All)?|waitForSelector)\(\s*(["'`])(.*?)\1/gs,
  );
  const selectors = [...calls].map(([, , selector = ""]) => selector);
  const found = [
    ...selectors.filter((selector) => /\.[a-z]|\[class/i.test(selector.replaceAll(/\[(?!class)[^\]]*\]/g, ""))),
    // The selector has a name, or is among other arguments.
    ...(code.match(/(?<=["'`])\.[a-z]\w*(?=[-\s,:>[])/gi) ?? []),
    ...(code.match(/\b(?:toHaveClass|getElementsByClassName|classList|className|styleSheets|cssRules)\b/g) ?? []),
  ];
  return found.map((to) => ({ rule: "locators-name-no-classes", from: path, to }));
}

/** Keeps of each template only the expressions in it. */
function withoutTemplateText(code: string): string {
  return code.replace(/`(?:\\.|\$\{[^}]*\}|[^`\\])*`/g, (template) => template.match(/\$\{[^}]*\}/g)?.join(" ") ?? "");
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(^|\s)\/\/.*$/gm, "");
}

/** Lists folders too. */
function filesBelow(root: string, folder: string): string[] {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, encoding: "utf8" }).map((file) =>
    join(folder, file).replaceAll(sep, "/"),
  );
}
