import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Node, NodeFlags, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';

/** An import, export-from, `import()`, `require()` or `import()` type. */
export type Import = {
  /** The module's name. For a computed name, the text of the expression. */
  readonly specifier: string;
  readonly line: number;
  readonly typeOnly: boolean;
  /** The names that are imported from the module; absent for a default or namespace import. */
  readonly names?: readonly string[];
  /** True when the module is known only at run time. */
  readonly computed: boolean;
};

/** A use of a global, for example `Date.now` or `process.env`. */
export type Use = { readonly what: string; readonly line: number };

export type Source = {
  /** Path from the root, with slashes. */
  readonly file: string;
  readonly imports: readonly Import[];
  readonly uses: readonly Use[];
  /** Top-level arrow functions with a block for a body and no annotated type: `const f = () => { ... }`. */
  readonly blockArrows: readonly { readonly name: string; readonly line: number }[];
};

/**
 * A TypeScript project that includes code for browsers and resolves no import. With the types of packages,
 * reading takes twice as long.
 */
const reading = 'test/house/reading.tsconfig.json';

/** Reads every source file of a project, through the compiler's own parser. */
export function readSources(root: string): Source[] {
  return parsed(root, (file, source) => ({ file, ...readSource(source) }));
}

/**
 * Calls a function for every source file of a project, and returns the results by path. Paths are from the
 * root, with slashes.
 */
export function parsed<T>(
  root: string,
  make: (file: string, source: SourceFile) => T,
  wanted: (file: string) => boolean = () => true,
): T[] {
  const config = [reading, 'tsconfig.json'].map((name) => join(root, name)).find((file) => existsSync(file));
  if (config === undefined) throw new Error(`${root} has no tsconfig.json`);
  const api = new API({ cwd: root });
  try {
    const opened = api.updateSnapshot({ openProjects: [config] }).getProjects();
    return opened.flatMap(({ program }) =>
      program.getSourceFileNames().flatMap((name) => {
        const file = relative(root, name).replaceAll('\\', '/');
        if (file.startsWith('..') || file.includes('node_modules/') || !wanted(file)) return [];
        const source = program.getSourceFile(name);
        return source === undefined ? [] : [make(file, source)];
      }),
    );
  } finally {
    api.close();
  }
}

function readSource(source: SourceFile): Omit<Source, 'file'> {
  const imports: Import[] = [];
  const uses: Use[] = [];
  const lineOf = (node: Node): number => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  const visit = (node: Node): void => {
    const module = importedBy(node, source);
    if (module !== undefined) {
      const text = module.getText(source);
      const specifier = /^(['"`])([^$]*)\1$/.exec(text)?.[2];
      const computed = specifier === undefined;
      imports.push({ ...taken(node, source), specifier: specifier ?? text, line: lineOf(node), computed });
    }
    const what = globalUsedBy(node, source);
    if (what !== undefined) uses.push({ what, line: lineOf(node) });
    node.forEachChild(visit);
  };
  source.forEachChild(visit);
  const blockArrows = [...source.statements]
    .flatMap(declarationsIn)
    .filter(isBlockArrow)
    .map(({ name, node }) => ({ name: name.getText(source), line: lineOf(node) }));
  return { imports, uses, blockArrows };
}

type Declaration = {
  readonly node: Node;
  readonly name: Node;
  readonly type?: Node;
  readonly initializer?: Node & { readonly body?: Node };
};

/** The top-level arrow functions that a statement declares. */
function declarationsIn(statement: Node): Declaration[] {
  if (statement.kind !== SyntaxKind.VariableStatement) return [];
  const { declarationList } = statement as Node & {
    declarationList: { flags: NodeFlags; declarations: Iterable<Node & Omit<Declaration, 'node'>> };
  };
  if (!(declarationList.flags & NodeFlags.Const)) return [];
  return [...declarationList.declarations].map((node) => ({
    node,
    name: node.name,
    type: node.type,
    initializer: node.initializer,
  }));
}

const isBlockArrow = ({ type, initializer }: Declaration): boolean =>
  type === undefined &&
  initializer?.kind === SyntaxKind.ArrowFunction &&
  initializer.body?.kind === SyntaxKind.Block;

/**
 * The expression with the name of the imported module, which is mostly a literal. Undefined for a node
 * without an import.
 */
function importedBy(node: Node, source: SourceFile): Node | undefined {
  const parts = node as Node & {
    moduleSpecifier?: Node;
    argument?: Node;
    expression?: Node;
    arguments?: readonly Node[];
  };
  switch (node.kind) {
    case SyntaxKind.ImportDeclaration:
    case SyntaxKind.ExportDeclaration:
      return parts.moduleSpecifier;
    case SyntaxKind.ImportType:
      return parts.argument;
    case SyntaxKind.CallExpression: {
      const called = parts.expression?.getText(source);
      return called === 'import' || called === 'require' ? parts.arguments?.[0] : undefined;
    }
    default:
      return undefined;
  }
}

/**
 * Whether an import takes values or only types. `import type`, `export type ... from` and `import()` in a
 * type take only types. An import with an inline `type` still loads the module.
 */
function taken(node: Node, source: SourceFile): Pick<Import, 'typeOnly' | 'names'> {
  if (node.kind === SyntaxKind.ImportType) return { typeOnly: true };
  const { isTypeOnly, importClause } = node as Node & { isTypeOnly?: boolean; importClause?: ImportClause };
  const typeOnly = isTypeOnly === true || importClause?.phaseModifier === SyntaxKind.TypeKeyword;
  const named = importClause?.namedBindings?.elements;
  if (named === undefined || importClause?.name !== undefined) return { typeOnly };
  return {
    typeOnly,
    names: [...named].map((element) => (element.propertyName ?? element.name).getText(source)),
  };
}

type ImportClause = {
  readonly phaseModifier?: SyntaxKind;
  readonly name?: Node;
  readonly namedBindings?: {
    readonly elements?: Iterable<{ readonly propertyName?: Node; readonly name: Node }>;
  };
};

/** Global functions with timers. Each use of their names is reported, also without a call. */
const timers = new Set(['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask']);

/** Globals that are reported when they are called, with the text for the report. */
const bareCalls: ReadonlyMap<string, string> = new Map([
  ['Date', 'Date()'],
  ['fetch', 'fetch'],
]);

/**
 * The global that a node uses, as text, such as `Date.now`, `setTimeout`, `new Date()` or `process`. It also
 * returns other accesses to members, because the rules in rooms.ts select the globals. Undefined for other
 * nodes.
 */
function globalUsedBy(node: Node, source: SourceFile): string | undefined {
  const parts = node as Node & { expression?: Node; arguments?: readonly Node[]; initializer?: Node };
  switch (node.kind) {
    case SyntaxKind.Identifier:
      return timers.has(node.getText(source)) ? node.getText(source) : undefined;
    case SyntaxKind.CallExpression:
      return bareCalls.get(parts.expression?.getText(source) ?? '');
    case SyntaxKind.PropertyAccessExpression:
      return node.getText(source).replace(/^globalThis\s*\.\s*/, '');
    case SyntaxKind.ElementAccessExpression:
      return parts.expression?.getText(source).replace(/^globalThis\s*\.\s*/, '');
    case SyntaxKind.NewExpression:
      return parts.expression?.getText(source) === 'Date' && !parts.arguments?.length
        ? 'new Date()'
        : undefined;
    case SyntaxKind.VariableDeclaration:
      return parts.initializer?.kind === SyntaxKind.Identifier
        ? parts.initializer.getText(source)
        : undefined;
    default:
      return undefined;
  }
}
