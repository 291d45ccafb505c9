import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { apiDocument, partOf } from '../../bin/generate/api-document.ts';
import { project } from '../../lib/project.ts';

/** Rules for the contract, so that generators of clients can read it. */

type Node = { readonly [name: string]: unknown };

const contract = apiDocument();
const everywhere = objectsOf(contract);

test('the linter accepts the contract', async () => {
  const config = await loadConfig({ configPath: join(project, 'redocly.yaml') });
  const absoluteRef = join(project, 'schema', 'openapi.json');
  const problems = await lintFromString({ source: JSON.stringify(contract), config, absoluteRef });
  assert.deepEqual(
    problems.map(({ ruleId, message, location: [at] }) => `${ruleId} ${at?.pointer}: ${message}`),
    [],
  );
});

test('a member of two kinds has a named schema, whose first form is preferred', () => {
  const wrong = everywhere.filter(([at, { type, oneOf }]) => {
    const kinds = [type ?? []].flat().filter((kind) => kind !== 'null');
    const isNamed = /^\/components\/schemas\/\w+$/.test(at);
    return kinds.length > 1 || (Array.isArray(oneOf) && oneOf.length > 2 && !isNamed);
  });
  assert.deepEqual(wrong, []);
});

test('a list of words has one place, which has a name of its own', () => {
  const locations = new Map<string, string[]>();
  for (const [at, { enum: words }] of everywhere)
    if (typeof [words].flat()[0] === 'string') {
      const key = (words as string[]).toSorted().join();
      locations.set(key, [...(locations.get(key) ?? []), at]);
    }
  const twice = [...locations.values()].filter((all) => all.length > 1);
  assert.deepEqual(twice, []);
  const names = Object.keys(contract.components?.schemas ?? {});
  const doubled = everywhere.flatMap(([at, { enum: words }]) => {
    const [, record = '', member = ''] = /schemas\/(\w+)\/properties\/(\w+)$/.exec(at) ?? [];
    const name = record + member.charAt(0).toUpperCase() + member.slice(1);
    return words !== undefined && names.includes(name) ? [`${at} is ${name}, as a schema is`] : [];
  });
  assert.deepEqual(doubled, []);
});

test('a body of text may also be a JSON string', () => {
  const bodies = everywhere.filter(([at]) => at.endsWith('/requestBody/content'));
  const wrong = bodies.filter(([, content]) => 'text/plain' in content && !('application/json' in content));
  assert.deepEqual(wrong, []);
});

/** Every object of the contract with its place. Examples are left out. */
function objectsOf(contract: unknown): readonly (readonly [string, Node])[] {
  const all: [string, Node][] = [];
  const walk = (node: unknown, at: string): void => {
    if (typeof node !== 'object' || node === null) return;
    if (!Array.isArray(node)) all.push([at, node as Node]);
    for (const [name, value] of Object.entries(node))
      if (name !== 'example' && name !== 'examples') walk(value, `${at}/${name}`);
  };
  walk(contract, '');
  return all;
}

test('A text in which a comma begins a new key is refused with the words after the comma', () => {
  assert.throws(
    () => partOf('a: { description: One text, and its end. }', 'a.yaml'),
    /schema\/api\/a\.yaml: put the text with ', and its end\.' in quotes/,
  );
  assert.deepEqual(partOf("a: { description: 'One, two', default: null }", 'a.yaml'), {
    a: { description: 'One, two', default: null },
  });
});
