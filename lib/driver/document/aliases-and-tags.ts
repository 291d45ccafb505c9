import {
  type Alias,
  type Document,
  isAlias,
  isCollection,
  isScalar,
  type Node,
  type Pair,
  visit,
} from 'yaml';

/** A quoted `<<` is an ordinary key. */
export const isMerge = ({ key }: Pair): boolean =>
  isScalar(key) && key.type === 'PLAIN' && key.value === '<<';

/** The node of each alias: the last anchor of its name before it. One pass, however many aliases there are. */
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

/** The problem of a tag; undefined for a known one. `!param` before a scalar is resolved elsewhere. */
export function tagProblem(
  tag: string | undefined,
): { readonly message: string; readonly hint?: string } | undefined {
  if (tag === undefined || tag === '!' || coreTag.test(tag)) return undefined;
  const name = tag.toLowerCase();
  if (name === '!concat' || name === '!foreach') {
    return { message: `template tag '${name}' is part of the format but not built yet` };
  }
  if (name === '!param')
    return { message: '!param stands before a single value, not before a list or mapping' };
  return { message: `unknown tag '${tag}'`, hint: 'known is !param' };
}

/** Tags of the YAML core schema, which the library has resolved already. */
const coreTag = /^tag:yaml\.org,2002:(str|int|float|bool|null|map|seq)$/;
