import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { parse } from 'yaml';
import { Findings } from '../../lib/driver/document/problem.ts';
import { parseScenario } from '../../lib/driver/scenario/parse.ts';
import { ergonomics } from '../driver/scenario/scenario-run.ts';
import { runVirtually } from '../driver/session/shards.ts';

/**
 * The recipe of an *if* around requests works unchanged, and the error messages of other forms refer to it.
 */

const heading = '## An if around requests';

test('About three of ten users come into the branch, and all leave behind it', async () => {
  const page = await readFile(new URL('../../docs/steps.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split(`${heading}\n`);
  const [, recipe = ''] = /```yaml\n(.*?)```/s.exec(section) ?? [];
  const paths: string[] = [];
  await runVirtually(
    { ...parse(recipe), arrivals: { kind: 'atOnce', users: 200 }, maxSessions: 200 },
    {
      answer({ path }) {
        paths.push(path);
        return { kind: 'response', afterMs: 1 };
      },
    },
  );
  const count = (path: string) => paths.filter((each) => each === path).length;
  assert.deepEqual([count('/cart'), count('/logout'), paths.length], [200, 200, 400 + count('/orders')]);
  assert.ok(count('/orders') > 20 && count('/orders') < 120, String(count('/orders')));
});

test('A step as an action, and a step that other languages have, lead to the recipe', () => {
  const hintsOf = (step: unknown): string => {
    const findings = new Findings();
    parseScenario([{ main: [step] }], [], { targets: [], ergonomics, findings });
    return findings.list.map(({ message, hint }) => `${message}: ${hint}`).join('\n');
  };
  const title = heading.slice(3);
  const inside = { conditional: { intCondition: 'n > 1', actions: [{ httpRequest: { GET: '/' } }] } };
  const pause = { httpRequest: { GET: '/', handler: { onCompletion: [{ thinkTime: '1s' }] } } };
  for (const step of [inside, pause]) {
    assert.match(
      hintsOf(step),
      /unknown action '(httpRequest|thinkTime)': '\1' is a step and not an action: put .*newSequence: NAME/,
    );
    assert.ok(hintsOf(step).includes(title));
  }
  for (const word of ['if', 'else', 'switch', 'when'])
    assert.match(
      hintsOf({ [word]: [] }),
      new RegExp(`unknown step '${word}': write 'conditional' .*${title}`),
    );
});
