import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Budget } from '../../../lib/results/query/budget.ts';
import { Document } from '../../../lib/results/query/document.ts';
import { bloomFilterOf, openBloomFilter } from '../../../lib/results/run-search/bloom-filter.ts';
import { occursIn } from '../../../lib/results/run-search/match-term.ts';
import { isMet } from '../../../lib/results/run-search/needs.ts';
import { searchTerms } from '../../../lib/results/run-search/parse-search.ts';
import { needOfTerm } from '../../../lib/results/run-search/term-needs.ts';
import { cases } from '../../runner/cases.ts';

const now = () => performance.now();
const name = fc.constantFrom(...'abcdef');
const literal = fc.constantFrom('1', '"x"', 'null');

const { value: document } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    { weight: 2, arbitrary: literal.map((text) => JSON.parse(text) as unknown) },
    { weight: 6, arbitrary: fc.dictionary(name, tie('value'), { minKeys: 1, maxKeys: 2 }) },
    fc.array(tie('value'), { maxLength: 2 }),
  ),
}));

type Leaf = { readonly steps: readonly string[]; readonly literal: string };

/** The single values (no arrays and objects) of a document, each with the steps that lead to it. */
function leavesOf(value: unknown, steps: readonly string[] = []): readonly Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ steps, literal: JSON.stringify(value) }];
  return Array.isArray(value)
    ? value.flatMap((each, at) => leavesOf(each, [...steps, `[${at}]`]))
    : Object.entries(value).flatMap(([key, each]) => leavesOf(each, [...steps, `.${key}`]));
}

type Parts = { readonly before: string; readonly step: string; readonly after: string; readonly is: string };

/** Forms of a search for a single value by its path. */
const forms = [
  ({ before, after, is }: Parts) => `$${before}[?(@${after} ${is})]`,
  ({ before, step, after, is }: Parts) => `$${before}${step} ? (@${after} ${is})`,
  ({ before, step, after, is }: Parts) => `$${before}${step}${after} ${is}`,
  ({ step, after, is }: Parts) => `@${step}${after} ${is}`,
  ({ before, step, after }: Parts) => `$${before} ? (exists(@${step}${after}))`,
  ({ step, after }: Parts) => `$..${step.replace('.', '')}${after}`,
];

/**
 * A random document, and a search for one of its strings, numbers, booleans or nulls, or for a value that it
 * does not have.
 */
const search = fc
  .tuple(document, fc.nat(), fc.nat(), fc.constantFrom(...forms), fc.option(literal), name)
  .map(([content, leafNumber, cutNumber, form, other, otherName]) => {
    const leaves = leavesOf(content);
    const { steps, literal: own } = leaves[leafNumber % leaves.length] ?? { steps: [], literal: '1' };
    const cut = cutNumber % Math.max(1, steps.length);
    const also = other === null ? '' : ` || @.${otherName} != ${other}`;
    const text = form({
      before: steps.slice(0, cut).join(''),
      step: steps[cut] ?? '',
      after: steps.slice(cut + 1).join(''),
      is: `== ${own}${also}`,
    });
    return { content, text };
  });

test('The words of a document meet the needs of each search that finds the document', () => {
  let found = 0;
  fc.assert(
    fc.property(search, ({ content, text }) => {
      const terms = searchTerms(text, { now });
      // A text that begins with a literal is a condition, and no search.
      if ('valid' in terms) return;
      const words = openBloomFilter(bloomFilterOf(content) ?? assert.fail());
      assert.ok(words !== undefined);
      for (const term of terms) {
        if (!occursIn(Document.of(content), term, new Budget(now))) continue;
        found += 1;
        assert.ok(isMet(needOfTerm(term), words), `${text} finds ${JSON.stringify(content)}`);
      }
    }),
    { numRuns: cases(1500, 50_000) },
  );
  assert.ok(found > 100, `only ${found} searches found something`);
});
