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
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { hintAt } from '../nearest.ts';

/** True for the key `<<`, which merges mappings. A quoted `<<` is an ordinary key. */
export const isMerge = ({ key }: Pair): boolean =>
  isScalar(key) && key.type === 'PLAIN' && key.value === '<<';

/**
 * Finds the node to which each alias refers, in one pass over the document: the last anchor with the alias's
 * name before it.
 */
export function aliasTargets(document: Document.Parsed): ReadonlyMap<Alias, Node> {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  visit(document, {
    Node: (_key, node) => {
      if (isAlias(node)) {
        const target = anchors.get(node.source);
        if (target !== undefined) targets.set(node, target);
      } else if ((isScalar(node) || isCollection(node)) && node.anchor !== undefined)
        anchors.set(node.anchor, node);
    },
  });
  return targets;
}

/**
 * A YAML template (`!param`, `!concat` or `!foreach`), with its tag and its node. For a wrong tag, the
 * problem.
 */
export type Template =
  | { readonly kind: 'param'; readonly node: Scalar }
  | { readonly kind: 'concat'; readonly node: YAMLSeq }
  | { readonly kind: 'foreach'; readonly node: YAMLMap }
  | { readonly kind: 'wrong'; readonly message: string; readonly hint?: string | undefined };

/** The template of a node. Undefined for plain data. The tag may be in upper or lower case. */
export function templateOf(node: unknown): Template | undefined {
  const tag = (node as { tag?: string } | null)?.tag;
  if (tag === undefined || tag === '!' || coreTag.test(tag)) return undefined;
  const name = tag.toLowerCase();
  if (name === '!param')
    return isScalar(node)
      ? { kind: 'param', node }
      : wrong('!param belongs before a single value, not before a list or mapping');
  if (name === '!concat')
    return isSeq(node)
      ? { kind: 'concat', node }
      : wrong('!concat belongs before a list of values', 'write for example !concat [a, !param NAME]');
  if (name === '!foreach')
    return isMap(node)
      ? { kind: 'foreach', node }
      : wrong("!foreach belongs before a mapping with 'items' and 'do'");
  const written = tag.replace(/^tag:yaml\.org,2002:/, '!!');
  return wrong(`unknown tag '${written}'`, hintAt(written, ['!param', '!concat', '!foreach']));
}

const wrong = (message: string, hint?: string): Template => ({ kind: 'wrong', message, hint });

/** Matches the tags of the YAML core schema, such as `!!str`, which the library has already applied. */
const coreTag = /^tag:yaml\.org,2002:(str|int|float|bool|null|map|seq)$/;

/**
 * The text of a scalar exactly as the document writes it, so that keys such as `200` and `0.990` do not
 * change.
 */
export const textOf = (node: Scalar): string =>
  typeof node.value === 'string' ? node.value : String(node.source ?? node.value ?? '');

/** The problem of a key that is not a text. If the key is an alias, `key` is the node to which it refers. */
export function wrongKey(written: unknown, key: unknown): string {
  if (key === undefined && isAlias(written)) return withoutAnchor(written);
  if (!isCollection(key) || templateOf(key) !== undefined) return 'a key is empty';
  // In template languages, `{{name}}` is a variable. YAML reads it as a mapping whose key is a mapping.
  const isBraces = isMap(key) && key.items.length === 1 && key.items[0]?.value === null;
  return isBraces
    ? 'a key must be text, not a mapping; put a text with {{ }} in quotes, or write ${name} for a variable'
    : 'a key must be text, not a list or mapping';
}

export const withoutAnchor = ({ source }: Alias): string =>
  `alias '*${source}' has no anchor '&${source}' before it`;
