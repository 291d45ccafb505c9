import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RunningSequence, Session } from '../../../lib/driver/model/session.ts';
import { compilePattern } from '../../../lib/driver/scenario/pattern/pattern.ts';
import { Slots, Variables } from '../../../lib/driver/scenario/variables.ts';
import { Draft } from '../../../lib/import/draft/draft.ts';
import { requestFrom } from '../../../lib/import/draft/request.ts';
import { accepted, documentOf } from '../replay.ts';

const body = fc
  .string({ unit: 'binary', maxLength: 60 })
  .filter((text) => !/[\0\uFFFD\uFDD0\uFDD1]/.test(text) && text !== '');
const tricky = fc.oneof(
  body,
  fc
    .array(
      fc.constantFrom(
        '${',
        '$',
        '{',
        '}',
        '$${',
        '#',
        ': ',
        '- ',
        "'",
        '"',
        '\n',
        '\r\n',
        ' ',
        '!',
        '&a',
        '*a',
        '|',
        '%',
        '007',
        'null',
        '~',
        '\\',
      ),
      { minLength: 1 },
    )
    .map((parts) => parts.join('')),
);

type Step = { readonly step: string; readonly body: Record<string, unknown> };

const stepsOf = (draft: Draft): readonly Step[] =>
  (accepted(documentOf(draft)).phases[0]?.scenario?.sequences ?? []).flatMap(
    ({ steps }) => steps as readonly Step[],
  );

const requestIn = (steps: readonly Step[]) =>
  steps.find(({ step }) => step === 'httpRequest')?.body as {
    readonly body: { readonly text: { readonly pattern: string } };
    readonly headers: readonly (readonly [string, { readonly pattern: string }])[];
  };

const report = (pattern: string): string =>
  compilePattern(pattern, new Variables(new Slots(), 0))(
    { slots: [] } as unknown as Session,
    {} as RunningSequence,
  );

test('the driver reads any body back from the document, and no part of it is a pattern', () => {
  fc.assert(
    fc.property(tricky, (text) => {
      const draft = new Draft();
      const request = requestFrom(draft, {
        method: 'POST',
        url: 'http://localhost/',
        headers: [],
        body: text,
      });
      assert.ok(!('wrong' in request));
      draft.sequence('only').steps.push({ request });
      if (draft.secrets.size > 0) return;
      assert.equal(report(requestIn(stepsOf(draft)).body.text.pattern), text);
    }),
  );
});

test('so is the value of a header, and the default of a parameter', () => {
  const printable = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(printable, fc.oneof(tricky, fc.constant('')), (value, fallback) => {
      // A default with `${...}` is left out, because the document gets a warning for it: the step `set` does
      // not replace it.
      fc.pre(!/\$\{[^{}]+\}/.test(fallback));
      const draft = new Draft();
      const read = draft.parameter('given', fallback);
      const headers = [['x-text', value] as const];
      const request = requestFrom(draft, { method: 'GET', url: `http://localhost/${read}`, headers });
      assert.ok(!('wrong' in request));
      draft.sequence('only').steps.push({ request });
      const steps = stepsOf(draft);
      assert.equal(report(requestIn(steps).headers[0]?.[1].pattern ?? ''), value);
      assert.deepEqual(steps.find(({ step }) => step === 'set')?.body.content, { value: fallback });
    }),
    { examples: [[' ', 'null\r\n${null${${${${\r\n \n']] },
  );
});

test('a sequence sets a parameter once and draws a random value for each request', () => {
  const draft = new Draft();
  const [given, drawn] = [
    draft.parameter('given', 'x'),
    draft.random('drawn', { kind: 'integer', min: 1, max: 9 }),
  ];
  for (const name of ['first', 'second']) {
    const { steps } = draft.sequence(name, `Why ${name}`);
    for (const page of ['a', 'b']) {
      const sent = { method: 'GET', url: `http://localhost/${page}/${given}/${drawn}`, headers: [] };
      const request = requestFrom(draft, sent);
      assert.ok(!('wrong' in request));
      steps.push({ request });
    }
  }
  const made = accepted(documentOf(draft)).phases[0]?.scenario?.sequences ?? [];
  assert.deepEqual(
    made.map(({ name, steps }) => [name, ...steps.map(({ step }) => step)]),
    ['first', 'second'].map((name) => [
      ...[name, 'set', 'randomInt', 'httpRequest'],
      ...['randomInt', 'httpRequest'],
    ]),
  );
  for (const name of ['first', 'second'])
    assert.match(documentOf(draft), new RegExp(`^ +# Why ${name}$`, 'm'));
});

test('a comment stays a comment, whatever is in a name', () => {
  fc.assert(
    fc.property(tricky, tricky, (name, comment) => {
      const draft = new Draft();
      const sent = { method: 'GET', url: 'http://localhost/', headers: [], metric: name, comment };
      const request = requestFrom(draft, sent);
      assert.ok(!('wrong' in request));
      draft.sequence('only', comment).steps.push({ request });
      assert.equal((requestIn(stepsOf(draft)) as unknown as { metric: string }).metric, name);
    }),
  );
});

test('a text of blanks alone keeps them all', () => {
  for (const name of [' ', ' \n', '\n \n', '\t\n\n']) {
    const draft = new Draft();
    const request = requestFrom(draft, {
      method: 'GET',
      url: 'http://localhost/',
      headers: [],
      metric: name,
    });
    assert.ok(!('wrong' in request));
    draft.sequence('only').steps.push({ request });
    assert.equal((requestIn(stepsOf(draft)) as unknown as { metric: string }).metric, name);
  }
});

test('nothing in a comment can end its line, in any reader of YAML', () => {
  const draft = new Draft();
  const comment = 'a\rb: c\u0085d\u2028e\u0007f';
  const request = requestFrom(draft, { method: 'GET', url: 'http://localhost/', headers: [], comment });
  assert.ok(!('wrong' in request));
  draft.sequence('only').steps.push({ request });
  assert.match(documentOf(draft), /^ +# a b: c d e f$/m);
});

test('a document explains itself, with a blank line before each part', () => {
  const draft = new Draft();
  const request = requestFrom(draft, { method: 'GET', url: 'http://localhost/', headers: [] });
  assert.ok(!('wrong' in request));
  draft.sequence('only').steps.push({ request });
  const lines = documentOf(draft).split('\n');
  const parts = lines.flatMap((line, at) => (/^\w/.test(line) ? [{ line, at }] : []));
  assert.deepEqual(
    parts.map(({ line }) => line),
    ['name: imported', 'http:', 'phases:'],
  );
  for (const { line, at } of parts) {
    const before = lines.slice(0, at);
    const comments = before.length - 1 - before.findLastIndex((one) => !one.startsWith('#'));
    assert.equal(lines[at - comments - 1], '', `nothing blank before ${line}`);
    if (line !== 'name: imported') assert.ok(comments > 0, `no comment above ${line}`);
  }
  // A comment in the document explains each number that a user may want to change.
  for (const key of [
    'sharedConnections',
    'requestTimeout',
    'usersPerSec',
    'variance',
    'duration',
    'maxDuration',
    'maxSessions',
  ]) {
    const at = lines.findIndex((line) => line.trim().startsWith(`${key}:`));
    assert.match(lines[at - 1] ?? '', /^ +# [A-Z`].*\.$/, key);
  }
});
