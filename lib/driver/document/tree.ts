import {
  type Alias,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { reading } from '../limits.ts';
import { aliasTargets, isMerge, tagProblem } from './aliases-and-tags.ts';
import type { ParameterTable } from './parameter.ts';
import { pointerTo } from './path.ts';
import type { Path, Place, Problem } from './problem.ts';

export type Tree = {
  readonly value: unknown;
  /** By JSON pointer: a mapping's member is at its key, a list's item at its first character. */
  readonly places: ReadonlyMap<string, Place>;
  readonly written: ReadonlyMap<string, string>;
  /** Pointers of parts that could not be read and are null in `value`. */
  readonly unread: ReadonlySet<string>;
  readonly problems: readonly Problem[];
};

/**
 * Turns the YAML library's nodes into plain data, remembering the place of every member. Aliases replay what they
 * point to, `<<` merges, tags are resolved or refused.
 */
export function readTree(
  document: Document.Parsed,
  parameters: ParameterTable,
  placeAt: (offset: number) => Place,
): Tree {
  const reader = new TreeReader(document, parameters, placeAt);
  const value = reader.read(document.contents, []);
  return {
    value,
    places: reader.places,
    written: reader.written,
    unread: reader.unread,
    problems: reader.problems,
  };
}

class TreeReader {
  readonly places = new Map<string, Place>();
  readonly written = new Map<string, string>();
  readonly unread = new Set<string>();
  readonly problems: Problem[] = [];
  readonly #targets: ReadonlyMap<Alias, Node>;
  readonly #parameters: ParameterTable;
  readonly #placeAt: (offset: number) => Place;
  readonly #anchors = new Map<string, unknown>();
  /** Lists and mappings around what is being read: an alias to one of them would never end. */
  readonly #open = new Set<unknown>();
  #nodes = 0;
  #tooDeep = false;

  constructor(document: Document.Parsed, parameters: ParameterTable, placeAt: (offset: number) => Place) {
    this.#targets = aliasTargets(document);
    this.#parameters = parameters;
    this.#placeAt = placeAt;
  }

  read(node: unknown, path: Path): unknown {
    if (this.#exceedsBounds(node, path)) return this.#unreadable(path);
    this.#checkAnchor(node, path);
    if (isAlias(node)) return this.#replay(node, path);
    if (isScalar(node)) return this.#scalar(node, path);
    if (this.#refusesTag(node, path)) return this.#unreadable(path);
    this.#open.add(node);
    const value = isMap(node) ? this.#mapping(node, path) : isSeq(node) ? this.#list(node, path) : null;
    this.#open.delete(node);
    return value;
  }

  #list(node: YAMLSeq, path: Path): readonly unknown[] {
    return node.items.map((item, index) => this.#item(item, [...path, index]));
  }

  #item(node: unknown, path: Path): unknown {
    this.places.set(pointerTo(path), this.#placeOf(node, path.slice(0, -1)));
    return this.read(node, path);
  }

  #mapping(node: YAMLMap, path: Path): Record<string, unknown> {
    const members = new Map<string, unknown>();
    for (const pair of node.items) {
      const key = isMerge(pair) ? undefined : this.#key(pair, path);
      if (key !== undefined && members.has(key)) {
        const message = `'${key}' is written twice in the same mapping`;
        this.#problem(this.#placeOf(pair.key, path), [...path, key], message);
      } else if (key !== undefined) this.#member(key, pair, path, members);
    }
    for (const pair of node.items) if (isMerge(pair)) this.#merge(pair.value, path, members);
    return Object.fromEntries(members);
  }

  #member(key: string, pair: Pair, path: Path, members: Map<string, unknown>): void {
    this.places.set(pointerTo([...path, key]), this.#placeOf(pair.key, path));
    members.set(key, this.read(pair.value, [...path, key]));
  }

  /** Members of a merged mapping count unless the mapping itself has them. */
  #merge(node: unknown, path: Path, members: Map<string, unknown>): void {
    const source = isAlias(node) ? this.#targets.get(node) : node;
    if (this.#exceedsBounds(node, path)) return;
    if (!isCollection(source) || this.#open.has(source)) {
      const message = "'<<' must point to another mapping, or to a list of them";
      this.#problem(this.#placeOf(node, path), path, message);
      this.#unreadable(path);
      return;
    }
    this.#open.add(source);
    if (isSeq(source)) for (const item of source.items) this.#merge(item, path, members);
    if (isMap(source)) this.#mergeMapping(source, path, members);
    this.#open.delete(source);
  }

  #mergeMapping(source: YAMLMap, path: Path, members: Map<string, unknown>): void {
    for (const pair of source.items) {
      const key = isMerge(pair) ? undefined : this.#key(pair, path, 'silently');
      if (key !== undefined && !members.has(key)) this.#member(key, pair, path, members);
    }
    for (const pair of source.items) if (isMerge(pair)) this.#merge(pair.value, path, members);
  }

  #key(pair: Pair, path: Path, silently?: 'silently'): string | undefined {
    const key = isAlias(pair.key) ? this.#targets.get(pair.key) : pair.key;
    const text = isScalar(key) ? textOf(key) : '';
    if (text !== '') return text;
    const message =
      isScalar(key) || key === null ? 'a key is empty' : 'a key must be text, not a list or mapping';
    if (silently === undefined) this.#problem(this.#placeOf(pair.key, path), path, message);
    return undefined;
  }

  #replay(node: Alias, path: Path): unknown {
    const target = this.#targets.get(node);
    if (target === undefined) {
      this.#problem(
        this.#placeOf(node, path),
        path,
        `alias '*${node.source}' has no anchor '&${node.source}' before it`,
      );
      return this.#unreadable(path);
    }
    if (this.#open.has(target)) {
      this.#problem(this.#placeOf(node, path), path, `alias '*${node.source}' contains itself`);
      return this.#unreadable(path);
    }
    return this.read(target, path);
  }

  #scalar(node: Scalar, path: Path): unknown {
    const tag = node.tag?.toLowerCase();
    if (tag === '!param') return this.#parameter(node, path);
    if (this.#refusesTag(node, path)) return this.#unreadable(path);
    if (node.value === null || typeof node.value === 'string') return node.value;
    if (typeof node.value !== 'number' && typeof node.value !== 'boolean') return node.source ?? null;
    this.#remember(String(node.source ?? node.value), node.value, path);
    return node.value;
  }

  #parameter(node: Scalar, path: Path): unknown {
    const resolved = this.#parameters.resolve(textOf(node));
    if ('wrong' in resolved) {
      this.#problem(this.#placeOf(node, path), path, resolved.wrong, resolved.hint);
      return this.#unreadable(path);
    }
    const value = this.#plain(resolved.text);
    this.#remember(resolved.text, value, path);
    return value;
  }

  /** As YAML reads an unquoted scalar; an empty parameter stays text. */
  #plain(text: string): unknown {
    if (/^[-+]?\d+$/.test(text) || /^[-+]?(\.\d+|\d+(\.\d*)?)(e[-+]?\d+)?$/i.test(text)) return Number(text);
    return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text;
  }

  #remember(text: string, value: unknown, path: Path): void {
    if (String(value) !== text) this.written.set(pointerTo(path), text);
  }

  #refusesTag(node: unknown, path: Path): boolean {
    const wrong = tagProblem((node as { tag?: string } | null)?.tag);
    if (wrong !== undefined) this.#problem(this.#placeOf(node, path), path, wrong.message, wrong.hint);
    return wrong !== undefined;
  }

  #checkAnchor(node: unknown, path: Path): void {
    const anchor = isAlias(node) ? undefined : (node as { anchor?: string } | null)?.anchor;
    if (anchor === undefined) return;
    const first = this.#anchors.get(anchor);
    if (first === undefined) this.#anchors.set(anchor, node);
    else if (first !== node)
      this.#problem(this.#placeOf(node, path), path, `anchor '&${anchor}' is defined twice`);
  }

  #exceedsBounds(node: unknown, path: Path): boolean {
    this.#nodes += 1;
    if (this.#nodes === reading.documentNodesMax + 1) {
      this.#problem(
        this.#placeOf(node, path),
        path,
        `document has more than ${reading.documentNodesMax} values, aliases replayed`,
      );
    }
    if (path.length > reading.documentDepthMax && !this.#tooDeep) {
      this.#tooDeep = true;
      this.#problem(
        this.#placeOf(node, path),
        path,
        `document is nested more than ${reading.documentDepthMax} levels deep`,
      );
    }
    return this.#nodes > reading.documentNodesMax || path.length > reading.documentDepthMax;
  }

  #unreadable(path: Path): null {
    this.unread.add(pointerTo(path));
    return null;
  }

  #placeOf(node: unknown, parent: Path): Place {
    const range = (node as { range?: readonly number[] | null } | null)?.range;
    const start = range?.[0];
    return start === undefined
      ? (this.places.get(pointerTo(parent)) ?? { line: 1, column: 1 })
      : this.#placeAt(start);
  }

  #problem(place: Place, path: Path, message: string, hint?: string): void {
    this.problems.push({
      severity: 'error',
      path,
      ...place,
      message,
      ...(hint === undefined ? {} : { hint }),
    });
  }
}

/** A scalar's text as written; keys such as `200` and `0.990` stay what they are. */
const textOf = (node: Scalar): string =>
  typeof node.value === 'string' ? node.value : String(node.source ?? node.value ?? '');
