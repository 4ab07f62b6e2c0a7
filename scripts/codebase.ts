// Reads the modules of the codebase and finds violations of its import rules. dependency-cruiser cannot read TypeScript
// 7, nor JSX: so it gets a temporary copy of the tree, in which each file has the imports that esbuild found, and nothing else.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import { cruise, type IForbiddenRuleType } from "dependency-cruiser";
import { build } from "esbuild";
import { importRules, runtimeImportRules } from "./import-laws";

export type Violation = { rule: string; from: string; to: string };
type CodebaseReport = { modules: number; violations: Violation[] };
type Source = { path: string; text: string };

const FOLDERS = ["app", "components", "lib", "packages", "service"];
/** Imported files of these kinds import nothing themselves. */
const DATA = /\.(css|json|svg)$/;
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
export async function inspectCodebase(root: string, packages: string): Promise<CodebaseReport> {
  const sources = readSources(root);
  const clientFiles = sources
    .filter(({ text }) => /^\s*["']use client["']/.test(withoutComments(text)))
    .map(({ path }) => path);
  const withTypes = await inspectImports(sources, packages, "types too", importRules());
  const running = await inspectImports(sources, packages, "running code", runtimeImportRules(clientFiles));
  return {
    modules: Math.min(withTypes.modules, running.modules),
    violations: [
      ...withTypes.violations,
      ...running.violations,
      ...sources.flatMap(findTextViolations),
      ...readBrowserSources(root).flatMap(findLocatorViolations),
    ],
  };
}

async function inspectImports(
  sources: readonly Source[],
  packages: string,
  include: "types too" | "running code",
  forbidden: IForbiddenRuleType[],
): Promise<CodebaseReport> {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), "dealflow-imports-")));
  try {
    symlinkSync(packages, join(copy, "node_modules"));
    await writeImports(sources, copy, include);
    const { output } = await cruise(
      sources.map(({ path }) => `${path}.js`),
      {
        baseDir: copy,
        ruleSet: { forbidden },
        validate: true,
        skipAnalysisNotInRules: true,
        doNotFollow: { path: "node_modules" },
        moduleSystems: ["es6"],
      },
      {
        alias: {
          "@": copy,
          "@dealflow/client": join(copy, "packages/client/src"),
          "@dealflow/contract": join(copy, "packages/contract/src"),
        },
        extensions: [".ts.js", ".tsx.js", ".js"],
        extensionAlias: { ".mjs": [".mjs.js", ".mjs"] },
        exportsFields: ["exports"],
        conditionNames: ["import", "node", "default"],
      },
    );
    if (typeof output === "string") throw new Error(output);
    const own = output.modules.filter(({ source }) =>
      /^(app|components|lib|packages|service|instrumentation|proxy)[/.]/.test(source),
    );
    const lost = own.flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ couldNotResolve, coreModule, module }) => couldNotResolve && !coreModule && !DATA.test(module))
        .map(({ module }) => ({ source, module })),
    );
    return {
      modules: own.length,
      violations: [
        // An import that leads nowhere could hide any breach.
        ...lost.map(({ source, module }) => ({ rule: "every-import-is-found", from: named(source), to: module })),
        ...output.summary.violations.map(({ rule, from, to }) => ({
          rule: rule.name,
          from: named(from),
          to: named(to),
        })),
      ],
    };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Writes a file of JavaScript for each source, with its imports alone; with "types too", those of types alone are among them. */
async function writeImports(
  sources: readonly Source[],
  copy: string,
  include: "types too" | "running code",
): Promise<void> {
  for (const { path, text } of sources) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), include === "types too" && !path.endsWith(".mjs") ? withTypeImports(text) : text);
  }
  const { metafile } = await build({
    absWorkingDir: copy,
    stdin: { contents: sources.map(({ path }) => `import "source:${path}";`).join("\n"), resolveDir: copy },
    write: false,
    metafile: true,
    bundle: true,
    // What a source imports is not read by esbuild.
    external: ["*"],
    plugins: [
      {
        name: "sources",
        setup: ({ onResolve }) =>
          onResolve({ filter: /^source:/ }, ({ path }) => ({ path: join(copy, path.replace("source:", "")) })),
      },
    ],
    format: "esm",
    platform: "node",
    logLevel: "silent",
    jsx: "automatic",
    // An import whose names are not used is one too.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  for (const { path } of sources) {
    const { imports } = metafile.inputs[path] ?? { imports: [] };
    const names = imports.filter(({ kind }) => MODULE_IMPORTS.has(kind)).map((one) => JSON.stringify(one.path));
    rmSync(join(copy, path));
    writeFileSync(join(copy, `${path}.js`), [...new Set(names)].map((name) => `import ${name};\n`).join(""));
  }
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

function named(path: string): string {
  return path.replace(/\.js$/, "").replace(/^.*node_modules\//, "");
}

/** Lists folders too. */
function filesBelow(root: string, folder: string): string[] {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, encoding: "utf8" }).map((file) =>
    join(folder, file).replaceAll(sep, "/"),
  );
}
