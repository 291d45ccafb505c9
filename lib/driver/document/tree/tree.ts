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
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { reading } from '../limits.ts';
import type { ParameterTable } from '../parameter.ts';
import { pointerTo } from '../path.ts';
import type { Path, Place } from '../problem.ts';
import {
  aliasTargets,
  isMerge,
  type Template,
  templateOf,
  textOf,
  withoutAnchor,
  wrongKey,
} from './aliases-and-tags.ts';
import { Bounds, TooLarge } from './bounds.ts';
import { readLoop } from './foreach.ts';
import { allOf, Scalars } from './scalars.ts';
import { Record } from './source-places.ts';

/**
 * A document as plain data. `value` is undefined when the document exceeds its bounds. This is then its only
 * problem.
 */
export type Tree = { readonly value: unknown; readonly record: Record };

/**
 * Converts the nodes of the YAML library to plain data, and remembers the place of every member. It replaces
 * aliases by the values to which they refer, merges `<<`, and expands `!param`, `!concat` and `!foreach`.
 */
export function readTree(
  document: Document.Parsed,
  parameters: ParameterTable,
  placeAt: (offset: number) => Place,
): Tree {
  const record = new Record(placeAt);
  try {
    return { value: new TreeReader(document, parameters, record).read(document.contents, []), record };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    const { line, column } = record.nearestPlace(error.path);
    const alone = new Record(placeAt);
    alone.problems.push({ severity: 'error', path: [], line, column, message: error.message });
    return { value: undefined, record: alone };
  }
}

class TreeReader {
  readonly #targets: ReadonlyMap<Alias, Node>;
  readonly #parameters: ParameterTable;
  readonly #record: Record;
  readonly #bounds = new Bounds();
  readonly #scalars: Scalars;
  readonly #anchors = new Map<string, unknown>();
  /**
   * The lists and mappings that contain the current node. An alias to one of them is refused, because it
   * would never end.
   */
  readonly #open = new Set<unknown>();
  #tooDeep = false;

  constructor(document: Document.Parsed, parameters: ParameterTable, record: Record) {
    this.#targets = aliasTargets(document);
    this.#parameters = parameters;
    this.#record = record;
    this.#scalars = new Scalars(parameters, record, this.#bounds);
  }

  read(node: unknown, path: Path): unknown {
    this.#bounds.value(path);
    if (this.#isTooDeep(node, path)) return this.#record.unreadable(path);
    this.#checkAnchor(node, path);
    if (isAlias(node)) return this.#replay(node, path);
    const template = templateOf(node);
    if (template?.kind === 'param') return this.#scalars.parameter(template.node, path);
    if (template === undefined && isScalar(node)) return this.#scalars.plain(node, path);
    this.#open.add(node);
    const value = this.#below(node, template, path);
    this.#open.delete(node);
    return value;
  }

  #below(node: unknown, template: Template | undefined, path: Path): unknown {
    if (template?.kind === 'concat') return this.#concat(template.node, path);
    if (template?.kind === 'foreach') return this.#foreach(template.node, path);
    if (template?.kind === 'wrong') {
      this.#record.problem(node, path, template.message, template.hint);
      return this.#record.unreadable(path);
    }
    if (isMap(node)) return this.#mapping(node, path);
    return isSeq(node) ? this.#list(node, path) : null;
  }

  #list(node: YAMLSeq, path: Path): readonly unknown[] {
    return node.items.map((item, index) => this.#item(item, [...path, index]));
  }

  #item(node: unknown, path: Path): unknown {
    this.#record.places.set(pointerTo(path), this.#record.placeOf(node, path.slice(0, -1)));
    return this.read(node, path);
  }

  #mapping(node: YAMLMap, path: Path): { readonly [name: string]: unknown } {
    const entries = [...this.#members(node, path)].map(([key, pair]) => {
      const at = [...path, key];
      this.#record.places.set(pointerTo(at), this.#record.placeOf(pair.key, path));
      return [key, this.read(pair.value, at)] as const;
    });
    return Object.fromEntries(entries);
  }

  /**
   * The members of a mapping: its own members, then those members of merged mappings (`<<`) that have other
   * names.
   */
  #members(node: YAMLMap, path: Path): ReadonlyMap<string, Pair> {
    const members = new Map<string, Pair>();
    for (const pair of node.items) {
      const key = isMerge(pair) ? undefined : this.#key(pair, path);
      // If the only key of a mapping is wrong, its kind is not known. So no further finding may be about this
      // mapping.
      if (key === undefined && !isMerge(pair) && node.items.length === 1) this.#record.unreadable(path);
      if (key !== undefined && members.has(key)) {
        const message = `'${key}' is written twice in the same mapping`;
        this.#record.problem(pair.key, [...path, key], message);
      } else if (key !== undefined) members.set(key, pair);
    }
    for (const pair of node.items) if (isMerge(pair)) this.#merge(pair.value, path, members);
    return members;
  }

  #merge(node: unknown, path: Path, members: Map<string, Pair>): void {
    const source = isAlias(node) ? this.#targets.get(node) : node;
    this.#bounds.value(path);
    if (this.#isTooDeep(node, path, this.#open.size)) {
      this.#record.unreadable(path);
      return;
    }
    const isPlain = isCollection(source) && templateOf(source) === undefined;
    if (!isPlain || this.#open.has(source)) {
      this.#record.problem(node, path, "'<<' must point to another mapping, or to a list of them");
      this.#record.unreadable(path);
      return;
    }
    this.#open.add(source);
    if (isSeq(source)) for (const item of source.items) this.#merge(item, path, members);
    if (isMap(source)) this.#mergeMapping(source, path, members);
    this.#open.delete(source);
  }

  #mergeMapping(source: YAMLMap, path: Path, members: Map<string, Pair>): void {
    for (const pair of source.items) {
      this.#bounds.value(path);
      const key = isMerge(pair) ? undefined : this.#key(pair, path, 'silently');
      if (key !== undefined && !members.has(key)) members.set(key, pair);
    }
    for (const pair of source.items) if (isMerge(pair)) this.#merge(pair.value, path, members);
  }

  #key(pair: Pair, path: Path, silently?: 'silently'): string | undefined {
    const key = isAlias(pair.key) ? this.#targets.get(pair.key) : pair.key;
    const text = this.#keyText(key, path);
    if (text !== undefined && text !== '') return text;
    if (silently === undefined && !(text === undefined && templateOf(key) !== undefined))
      this.#record.problem(pair.key, path, wrongKey(pair.key, key));
    return undefined;
  }

  #keyText(key: unknown, path: Path): string | undefined {
    if (templateOf(key) !== undefined) return this.#text(key, [...path, ''], 'a key');
    if (isScalar(key)) return textOf(key);
    return key === null ? '' : undefined;
  }

  #replay(node: Alias, path: Path): unknown {
    const target = this.#targets.get(node);
    if (target !== undefined && !this.#open.has(target)) return this.read(target, path);
    const wrong = target === undefined ? withoutAnchor(node) : `alias '*${node.source}' contains itself`;
    this.#record.problem(node, path, wrong);
    return this.#record.unreadable(path);
  }

  #concat(node: YAMLSeq, path: Path): unknown {
    const texts = allOf(
      node.items.map((item, index) => this.#text(item, [...path, index], 'a part of !concat')),
    );
    return texts === undefined ? this.#record.unreadable(path) : this.#scalars.joined(texts, path);
  }

  /**
   * Makes one copy of `do` for each item. A problem in a copy is reported at its place below `do`, with the
   * number of the item.
   */
  #foreach(node: YAMLMap, path: Path): unknown {
    const loop = readLoop(node, this.#members(node, path), path, {
      text: (part, at, what) => this.#text(part, at, what),
      texts: (part, at, what) => this.#texts(part, at, what),
      record: this.#record,
      bounds: this.#bounds,
    });
    if (loop === undefined) return this.#record.unreadable(path);
    const { items, param, body } = loop;
    const binding = this.#parameters.bind(param);
    const copies = items.map((item, index) => {
      const at = [...path, index];
      binding.item = item;
      this.#record.origins.set(pointerTo(at), `for item ${index + 1} of ${param}`);
      return this.#item(body, at);
    });
    this.#parameters.unbind(param);
    if (items.length > 0 && !binding.isUsed)
      this.#record.problem(
        node,
        path,
        `'do' has no '!param ${param}' for the item of !foreach, so all copies are the same`,
        undefined,
        'warning',
      );
    return copies;
  }

  /**
   * The text of a scalar, after templates in it are expanded. If the node is a list or mapping, this is
   * reported and the result is undefined.
   */
  #text(node: unknown, path: Path, what: string): string | undefined {
    return this.#scalars.textAt(this.read(node, path), node, path, what);
  }

  #texts(node: unknown, path: Path, what: string): string | readonly string[] | undefined {
    const value = this.read(node, path);
    if (Array.isArray(value)) {
      return allOf(value.map((item, index) => this.#scalars.textAt(item, undefined, [...path, index], what)));
    }
    return this.#scalars.textAt(value, node, path, what);
  }

  #checkAnchor(node: unknown, path: Path): void {
    const anchor = isAlias(node) ? undefined : (node as { anchor?: string } | null)?.anchor;
    if (anchor === undefined) return;
    const first = this.#anchors.get(anchor);
    if (first === undefined) this.#anchors.set(anchor, node);
    else if (first !== node) this.#record.problem(node, path, `anchor '&${anchor}' is defined twice`);
  }

  #isTooDeep(node: unknown, path: Path, level = path.length): boolean {
    if (level <= reading.documentDepthMax) return false;
    if (!this.#tooDeep) {
      this.#tooDeep = true;
      const message = `document is nested more than ${reading.documentDepthMax} levels deep`;
      this.#record.problem(node, path, message);
    }
    return true;
  }
}
