import { join, relative } from 'node:path';
import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import {
  API,
  type Checker,
  type Symbol as Name,
  type NodeHandle,
  type Project,
  type Type,
} from 'typescript/unstable/sync';

/**
 * A command of the AWS SDK in the code, with the function that makes its key, such as `objectKey.run`.
 * Commands of Step Functions have no key. For each command to the repository's table the key is
 * `repositoryTable`.
 */
export type Touch = {
  readonly command: string;
  readonly key?: string;
  /**
   * The attributes that the expressions of an update name. Absent for other commands, and for an update whose
   * expression is not a literal in the command.
   */
  readonly attributes?: readonly string[];
  /** True when the code handles a missing object differently from other failures. */
  readonly mindsAbsence: boolean;
};

const root = join(import.meta.dirname, '../../..');
/**
 * A TypeScript project with the functions and the modules that they import. With the tests as well, the
 * compiler would need 1.5 GB.
 */
const functionsProject = join(import.meta.dirname, 'functions.tsconfig.json');
/**
 * The modules whose code is followed. All others get a store only as an argument, so they need not be
 * followed.
 */
const followed = /^(functions|lib\/store|lib\/repository)\//;
/** The module with the type of the repository's table. */
const tablePort = 'lib/repository/ports/table.ts';
/**
 * For each method of the repository's table, the command that it sends to DynamoDB
 * (lib/store/dynamo-table.ts).
 */
const commandsOfTable: Readonly<Record<string, string>> = {
  get: 'GetCommand',
  getMany: 'BatchGetCommand',
  page: 'QueryCommand',
  write: 'TransactWriteCommand',
  newIds: 'UpdateCommand',
};
/** For each type of another store in lib/repository/ports, the module that implements it. */
const adapters: Readonly<Record<string, string>> = {
  RunStore: 'lib/store/runs.ts',
  DatasetStore: 'lib/store/datasets.ts',
  UploadStore: 'lib/store/uploads/uploads.ts',
  AuditStore: 'lib/store/identity/audit.ts',
  UserStore: 'lib/store/identity/users.ts',
};
const pure = /^lib\/(driver|results)\//;
const keyTables = ['objectKey', 'identityKey', 'burstKey'];

/**
 * For each file with a handler, the commands that the handler can send to stores. The compiler resolves the
 * names. A call of `runs.get` is followed into the implementation of the method `get`. A store that is passed
 * to a module of lib/driver or lib/results counts with the methods of the parameter's type.
 */
export function reachedBy(files: readonly string[]): ReadonlyMap<string, readonly Touch[]> {
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProjects: [functionsProject] }).getProjects();
    if (project === undefined) throw new Error(`${functionsProject} opens no project`);
    const graph = new Graph(project);
    return new Map(files.map((file) => [file, graph.from(file)]));
  } finally {
    api.close();
  }
}

/** A function or constant, and the names that its code uses. */
type Unit = {
  readonly node: Node;
  readonly next: readonly Node[];
  readonly commands: readonly string[];
  /** The commands that this code sends to the repository's table. */
  readonly ofTables: readonly string[];
  readonly keys: readonly { readonly name: string; readonly at: Node }[];
  readonly mindsAbsence: boolean;
};

class Graph {
  readonly #project: Project;
  readonly #checker: Checker;
  readonly #units = new Map<Node, Unit>();
  readonly #namesByPure = new Map<Type['id'], readonly string[]>();

  constructor(project: Project) {
    this.#project = project;
    this.#checker = project.checker;
  }

  from(file: string): Touch[] {
    const source = this.#project.program.getSourceFile(join(root, file));
    if (source === undefined) throw new Error(`${file} is not part of the program`);
    const statements = [...source.statements];
    const handler = statements.find((each) => /^export .*\bhandler\b/.test(each.getText(source)));
    if (handler === undefined) throw new Error(`${file} exports no handler`);
    // Statements outside of functions run when the module is loaded, so they count too.
    const loading = statements.filter(({ kind }) => kind === SyntaxKind.ExpressionStatement);
    return [...this.#closure([handler, ...loading], () => false)].flatMap((unit) => this.#touches(unit));
  }

  /**
   * The parts of the code (units) that can be reached from these syntax nodes. The search does not enter a
   * unit for which `stops` is true.
   */
  #closure(starts: readonly Node[], stops: (unit: Unit) => boolean): Set<Unit> {
    const seen = new Set<Unit>();
    const open = [...starts];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const unit = this.#unit(node);
      if (seen.has(unit) || stops(unit)) continue;
      seen.add(unit);
      open.push(...unit.next);
    }
    return seen;
  }

  /**
   * The commands of a unit: each key with the commands in which it is used, and the commands without a key.
   */
  #touches(unit: Unit): Touch[] {
    const ofTables = unit.ofTables.map((command) => ({
      command,
      key: 'repositoryTable',
      mindsAbsence: false,
    }));
    return [...ofTables, ...this.#ofStores(unit)];
  }

  #ofStores(unit: Unit): Touch[] {
    if (unit.keys.length > 0)
      return unit.keys.flatMap(({ name, at }) =>
        this.#made(unit, at).map((made) => ({ ...made, command: operationOf(made.command, at), key: name })),
      );
    return unit.commands
      .filter((command) => !needsKey.test(command))
      .map((command) => ({ command, mindsAbsence: false }));
  }

  /**
   * The commands that use a key: the command or function call directly around the key. For a key that is
   * first kept in a constant, all commands of the unit count.
   */
  #made(unit: Unit, at: Node): Omit<Touch, 'key'>[] {
    for (let node = at.parent.parent; node !== unit.node && node !== undefined; node = node.parent) {
      const called = (node as Node & { expression?: Node }).expression;
      if (called === undefined || called.kind !== SyntaxKind.Identifier) continue;
      const command = called.getText();
      if (node.kind === SyntaxKind.NewExpression && command.endsWith('Command'))
        return [{ command, mindsAbsence: unit.mindsAbsence, ...attributesIn(command, node.getText()) }];
      const [symbol] = this.#checker.getSymbolAtLocation([called]);
      const made = this.#commandsOf(this.#declarationsOf(symbol));
      if (node.kind === SyntaxKind.CallExpression && made.length > 0) return made;
    }
    return this.#commandsOf([unit.node]);
  }

  /**
   * The keys that a function makes without sending a command. They count for the code that calls the
   * function.
   */
  #keysMadeBy(declared: readonly Node[], caller: Node): Unit['keys'] {
    const inStore = declared.filter((node) => node !== caller && isInStore(node));
    return inStore.flatMap((node) => (this.#commandsOf([node]).length > 0 ? [] : this.#unit(node).keys));
  }

  #commandsOf(nodes: readonly Node[]): Omit<Touch, 'key'>[] {
    const [first] = nodes;
    const units = [...this.#closure(nodes, ({ node, keys }) => node !== first && keys.length > 0)];
    const mindsAbsence = units.some((unit) => unit.mindsAbsence);
    return [...new Set(units.flatMap(({ commands }) => commands))].map((command) => ({
      command,
      mindsAbsence,
    }));
  }

  #unit(node: Node): Unit {
    const known = this.#units.get(node);
    if (known !== undefined) return known;
    const nodes = within(node);
    const identifiers = nodes.filter(({ kind }) => nameKinds.has(kind));
    const symbols = this.#checker.getSymbolAtLocation(identifiers);
    const commands: string[] = [];
    const ofTables: string[] = [];
    const keys: { name: string; at: Node }[] = [];
    let mindsAbsence = false;
    const next: Node[] = [];
    for (const [at, identifier] of identifiers.entries()) {
      const text = identifier.getText();
      const { parent } = identifier;
      if (parent.kind === SyntaxKind.NewExpression && text.endsWith('Command')) commands.push(text);
      const ofTable = commandsOfTable[text];
      if (ofTable !== undefined && this.#isOfTable(symbols[at])) ofTables.push(ofTable);
      if (text === 'NoSuchKey' || text === 'NotFound') mindsAbsence = true;
      const object = (parent as Node & { expression?: Node }).expression?.getText();
      if (object !== undefined && keyTables.includes(object) && text !== object)
        keys.push({ name: `${object}.${text}`, at: parent });
      const declared =
        parent.kind === SyntaxKind.ShorthandPropertyAssignment
          ? this.#declarationsOf(this.#checker.getShorthandAssignmentValueSymbol(parent))
          : this.#declarationsOf(symbols[at]);
      // In `{ count }`, the object of a store has a method without a colon. It counts for the code that uses
      // its name.
      if (parent.kind === SyntaxKind.ShorthandPropertyAssignment && parent !== node && declared.some(isLocal))
        continue;
      next.push(...declared);
      for (const { name } of this.#keysMadeBy(declared, node)) keys.push({ name, at: identifier });
    }
    for (const each of nodes) next.push(...this.#handedOver(each));
    const unit = { node, next, commands, ofTables, keys, mindsAbsence };
    this.#units.set(node, unit);
    return unit;
  }

  #isOfTable(symbol: Name | undefined): boolean {
    return symbol?.declarations.some(({ path }) => pathOf(path) === tablePort) ?? false;
  }

  #declarationsOf(symbol: Name | undefined): Node[] {
    if (symbol === undefined) return [];
    const isAlias = (symbol.flags & aliasFlag) !== 0;
    const { declarations } = isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol;
    return declarations.flatMap((handle) => this.#followed(handle));
  }

  #followed(handle: NodeHandle): Node[] {
    if (handle.kind === SyntaxKind.PropertySignature) return this.#implemented(handle);
    if (!followed.test(pathOf(handle.path)) || !followedKinds.has(handle.kind)) return [];
    const node = handle.resolve(this.#project);
    return node === undefined ? [] : [node];
  }

  /** The method in lib/store that implements a method of a type in lib/repository/ports. */
  #implemented(handle: NodeHandle): Node[] {
    if (!pathOf(handle.path).startsWith('lib/repository/ports/')) return [];
    const member = handle.resolve(this.#project) as (Node & { name: Node }) | undefined;
    const port = member?.parent.parent as (Node & { name?: Node }) | undefined;
    const adapter = adapters[port?.name?.getText() ?? ''];
    const source = adapter && this.#project.program.getSourceFile(join(root, adapter));
    if (member === undefined || !source) return [];
    const name = member.name.getText();
    const found = membersOf(source).filter((each) => each.name.getText() === name);
    if (found.length === 0) throw new Error(`${adapter} has no ${name}`);
    return found;
  }

  /**
   * The methods of a store that are passed on with a store to a module of lib/driver or lib/results: those in
   * the type of its parameter.
   */
  #handedOver(node: Node): Node[] {
    const isValue =
      node.parent.kind === SyntaxKind.PropertyAssignment || node.parent.kind === SyntaxKind.CallExpression;
    if (!isValue || !valueKinds.has(node.kind)) return [];
    const wanted = this.#checker.getContextualType(node as Parameters<Checker['getContextualType']>[0]);
    const names = wanted === undefined ? [] : this.#declaredByPure(wanted);
    const given = names.length > 0 ? this.#checker.getTypeAtLocation(node) : undefined;
    if (given === undefined) return [];
    return names
      .flatMap((name) => this.#declarationsOf(this.#checker.getPropertyOfType(given, name)))
      .filter(isMember);
  }

  /** The names of a type's members that lib/driver or lib/results declares. The compiler is asked once. */
  #declaredByPure(type: Type): readonly string[] {
    const known = this.#namesByPure.get(type.id);
    if (known !== undefined) return known;
    const names = this.#checker
      .getPropertiesOfType(type)
      .filter(({ declarations }) => declarations.some(({ path }) => pure.test(pathOf(path))))
      .map(({ name }) => name);
    this.#namesByPure.set(type.id, names);
    return names;
  }
}

/** The attributes that the expressions of an update name, from the text of the code. */
function attributesIn(command: string, code: string): Pick<Touch, 'attributes'> {
  if (command !== 'UpdateCommand' || !/UpdateExpression:\s*'/.test(code)) return {};
  const expressions = [...code.matchAll(/(?:Update|Condition)Expression:\s*'([^']*)'/g)].map(
    ([, text]) => text,
  );
  const named = new Map(
    [...code.matchAll(/'(#\w+)': '(\w+)'/g)].map(([, sign = '', name = '']) => [sign, name]),
  );
  const words = expressions.join(' ').match(/(?<![:\w])#?[a-z]\w*\b(?!\()/g) ?? [];
  return { attributes: [...new Set(words.map((word) => named.get(word) ?? word))] };
}

/**
 * The command with the kind of the write, because a transaction needs a permission for each kind. For the key
 * in `{ put: key }` it is `TransactWriteCommand put`.
 */
function operationOf(command: string, at: Node): string {
  if (command !== 'TransactWriteCommand') return command;
  for (let node = at.parent; node !== undefined; node = node.parent) {
    const member =
      node.kind === SyntaxKind.PropertyAssignment ? (node as Node & { name: Node }).name : undefined;
    if (member !== undefined && writeKinds.has(member.getText())) return `${command} ${member.getText()}`;
  }
  return command;
}

const writeKinds = new Set(['put', 'update', 'delete', 'check']);

const aliasFlag = 2097152;

/**
 * AWS commands that name the item or object that they access by its key. This check reads from the key what a
 * function accesses, so a command without a known key is an error.
 */
const needsKey = /^(Get|Put|Delete|Update|Query|Head|BatchGet|TransactWrite|List)(Object\w*)?Command$/;

/** Kinds of names. `#read` is a private name. */
const nameKinds = new Set([SyntaxKind.Identifier, SyntaxKind.PrivateIdentifier]);

const followedKinds = new Set([
  // The code that creates an object may call any of its methods.
  SyntaxKind.ClassDeclaration,
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.VariableDeclaration,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.PropertyAssignment,
  SyntaxKind.ShorthandPropertyAssignment,
  SyntaxKind.GetAccessor,
]);

const valueKinds = new Set([
  SyntaxKind.Identifier,
  SyntaxKind.PropertyAccessExpression,
  SyntaxKind.CallExpression,
]);

/**
 * True for a function in the object that a store returns. It counts when code uses its name, and not when the
 * store is opened.
 */
function isMember(node: Node): boolean {
  if (!isInStore(node)) return false;
  if (node.kind === SyntaxKind.MethodDeclaration || node.kind === SyntaxKind.GetAccessor) return true;
  if (node.kind !== SyntaxKind.PropertyAssignment) return false;
  const { initializer } = node as Node & { initializer?: Node };
  // In `get: record`, the object of a store has a method that the store defines before.
  const isNamed =
    initializer?.kind === SyntaxKind.Identifier && node.parent.parent.kind === SyntaxKind.ReturnStatement;
  return isFunction(initializer) || isNamed;
}

/** True for a function that a store keeps in a local constant. */
const isLocal = (node: Node): boolean =>
  node.kind === SyntaxKind.VariableDeclaration &&
  isInStore(node) &&
  isFunction((node as Node & { initializer?: Node }).initializer);

/**
 * True for code in lib/store or lib/repository. The functions in lib/store/names.ts only make keys, so they
 * do not count.
 */
const isInStore = (node: Node): boolean =>
  /\/lib\/(store\/(?!names\.ts)|repository\/)/.test(node.getSourceFile().fileName);

const isFunction = (node: Node | undefined): boolean =>
  node?.kind === SyntaxKind.ArrowFunction || node?.kind === SyntaxKind.FunctionExpression;

/**
 * All nodes inside a node. The functions of a store are left out, because they count only when code uses
 * their names.
 */
function within(node: Node): Node[] {
  const found: Node[] = [];
  const visit = (each: Node): void => {
    if (isMember(each) || isLocal(each)) return;
    found.push(each);
    each.forEachChild(visit);
  };
  node.forEachChild(visit);
  return found;
}

/** The methods of the objects that the functions in a source file return, such as those of a store. */
function membersOf(source: Node): (Node & { readonly name: Node })[] {
  const found: Node[] = [];
  const visit = (node: Node): void => {
    if (isMember(node) && node.parent.parent.kind === SyntaxKind.ReturnStatement) found.push(node);
    else node.forEachChild(visit);
  };
  source.forEachChild(visit);
  return found as (Node & { readonly name: Node })[];
}

const pathOf = (file: string): string => relative(root, file).replaceAll('\\', '/');
