import assert from 'node:assert/strict';
import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** Elements in order: `{ name: children }`, with attributes under `:@`. */
type Node = { readonly ':@'?: Readonly<Record<string, string>> } & Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  parseTagValue: false,
  preserveOrder: true,
  processEntities: true,
  trimValues: false,
});

export type Shown = {
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** The headline of a failure. */
  readonly message?: string;
  /** The text below the headline. */
  readonly text?: string;
};

/**
 * The tests as Jenkins shows them, by the source of its junit plug-in: every suite with tests, at any depth;
 * tests by class name and name, and the last of several with the same name; an error before a failure, with
 * its text as the stack trace.
 */
export function jenkins(xml: string): ReadonlyMap<string, readonly Shown[]> {
  const suites = new Map<string, Shown[]>();
  const visit = (suite: Node): void => {
    for (const inner of childrenOf(suite, 'testsuite')) visit(inner);
    const tests = childrenOf(suite, 'testcase');
    if (tests.length === 0) return;
    const named = new Map(
      tests.map((test) => [`${attribute(test, 'classname')}.${attribute(test, 'name')}`, test]),
    );
    const displayed = [...named].map(([name, test]): Shown => {
      const [skip] = childrenOf(test, 'skipped');
      const [wrong] = [...childrenOf(test, 'error'), ...childrenOf(test, 'failure')];
      if (skip !== undefined) return { name, status: 'skipped', message: attribute(skip, 'message') };
      if (wrong === undefined) return { name, status: 'passed' };
      return { name, status: 'failed', message: attribute(wrong, 'message'), text: textOf(wrong) };
    });
    suites.set(attribute(suite, 'name'), displayed);
  };
  visit(rootOf(xml));
  return suites;
}

/**
 * The tests as GitLab shows them, by the source of its parser: the class name is the suite, and the first
 * test of a class and name counts. Only the text of an outcome is shown, because an element with text loses
 * its attributes in this parser.
 */
export function gitlab(
  xml: string,
): ReadonlyMap<string, { readonly status: string; readonly output?: string }> {
  const displayed = new Map<string, { readonly status: string; readonly output?: string }>();
  const visit = (node: Node): void => {
    for (const test of childrenOf(node, 'testcase')) {
      const key = `${attribute(test, 'classname')}: ${attribute(test, 'name')}`;
      const kind = ['failure', 'error', 'skipped'].find((each) => childrenOf(test, each).length > 0);
      const output = kind === undefined ? undefined : textOf(childrenOf(test, kind)[0]!);
      if (!displayed.has(key))
        displayed.set(key, { status: kind ?? 'success', ...(output === undefined ? {} : { output }) });
    }
    for (const inner of childrenOf(node, 'testsuite')) visit(inner);
  };
  visit(rootOf(xml));
  return displayed;
}

/** The elements with a name, at any depth, with their attributes. */
export function elementsOf(xml: string, name: string): readonly Readonly<Record<string, string>>[] {
  const found: Readonly<Record<string, string>>[] = [];
  const visit = (node: Node): void => {
    const [tag = ''] = Object.keys(node).filter((key) => key !== ':@');
    if (tag === name) found.push(node[':@'] ?? {});
    const children = node[tag];
    if (Array.isArray(children)) for (const child of children) visit(child as Node);
  };
  visit(rootOf(xml));
  return found;
}

function rootOf(xml: string): Node {
  assert.equal(XMLValidator.validate(xml), true);
  const root = (parser.parse(xml) as Node[]).find((node) => 'testsuites' in node);
  assert.ok(root, 'there is no element testsuites');
  return root;
}

function childrenOf(node: Node, name: string): Node[] {
  const [tag = ''] = Object.keys(node).filter((key) => key !== ':@');
  return ((node[tag] ?? []) as Node[]).filter((child) => name in child);
}

function attribute(node: Node, name: string): string {
  const value = node[':@']?.[name];
  assert.ok(value !== undefined, `there is no ${name}`);
  return value;
}

function textOf(node: Node): string {
  return childrenOf(node, '#text')
    .map((child) => child['#text'])
    .join('');
}
