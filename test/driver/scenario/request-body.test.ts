import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Findings } from '../../../lib/driver/document/problem.ts';
import { parseScenario } from '../../../lib/driver/scenario/parse.ts';
import { responseAfter } from '../http/scripted-target.ts';
import { runVirtually, targetAt } from '../session/shards.ts';
import { ergonomics } from './scenario-run.ts';

/** The body that a request sends, and its content type. */

async function sentBy(steps: readonly unknown[]) {
  const files = new Map([['order.bin', Buffer.from([0xe2, 0x82, 0xac])]]);
  const { target, outcome } = await runVirtually(
    { scenario: [{ main: steps }], connections: 1, environment: { files } },
    { answer: () => responseAfter(1) },
  );
  assert.equal(outcome.result, 'completed', outcome.reason);
  const [seen] = target.seen;
  assert.ok(seen);
  const { body, headers } = seen;
  const at = headers.indexOf('content-type');
  return {
    body: body === null ? null : Buffer.from(body).toString(),
    type: at < 0 ? undefined : headers[at + 1],
  };
}

suite('the body of a request', () => {
  const city = { set: 'city <- Žďár & Co' };
  const form = 'application/x-www-form-urlencoded';
  const rows: readonly (readonly [body: unknown, sent: string | null, type?: string])[] = [
    ['in ${city}', 'in Žďár & Co'],
    [{ pattern: 'in ${city}' }, 'in Žďár & Co'],
    [{ text: 'in ${city}' }, 'in ${city}'],
    [{ fromVar: 'city' }, 'Žďár & Co'],
    [{ fromFile: 'order.bin' }, '€'],
    [{ form: { name: 'a b', value: '${city}' } }, 'a+b=%24%7Bcity%7D', form],
    [
      {
        form: [
          { name: 'a', fromVar: 'city' },
          { name: 'č', pattern: '<${city}>' },
        ],
      },
      'a=%C5%BD%C4%8F%C3%A1r+%26+Co&%C4%8D=%3C%C5%BD%C4%8F%C3%A1r+%26+Co%3E',
      form,
    ],
  ];
  for (const [body, sent, type] of rows)
    test(`row 33 and others: ${JSON.stringify(body)}`, async () => {
      assert.deepEqual(await sentBy([city, { httpRequest: { POST: '/', body } }]), { body: sent, type });
    });

  test('keeps the content type that its author writes', async () => {
    const headers = { 'Content-Type': 'text/x' };
    const { type } = await sentBy([
      { httpRequest: { POST: '/', headers, body: { form: { name: 'a', value: 'b' } } } },
    ]);
    assert.equal(type, undefined);
  });

  test('is nothing where none is given', async () => {
    assert.deepEqual(await sentBy([{ httpRequest: { GET: '/' } }]), { body: null, type: undefined });
  });
});

test('a body from several sources, from none, or encoded twice is refused with its place', () => {
  const rows: readonly (readonly [body: unknown, location: string, message: RegExp])[] = [
    [
      { pattern: 'a', text: 'b' },
      '',
      /exactly one of pattern, text, fromVar, fromFile and form, found pattern and text/,
    ],
    [{}, '', /found none/],
    [
      { form: [{ name: 'a', pattern: '${urlencode:b}' }] },
      '.form.0.pattern',
      /would encode this value twice/,
    ],
    [{ fromFile: '../order.bin' }, '.fromFile', /outside|cannot|leave|folder/],
    [
      { form: [{ name: 'a' }] },
      '.form.0',
      /a field of a form needs name and exactly one of value, fromVar and pattern/,
    ],
    [{ fromVar: 'c' }, '.fromVar', /variable 'c' has no value, because no step sets it/],
  ];
  for (const [body, location, message] of rows) {
    const findings = new Findings();
    const steps = [{ set: 'b <- 1' }, { httpRequest: { POST: '/', body } }];
    parseScenario([{ main: steps }], [], { targets: [targetAt(80)], ergonomics, findings });
    assert.equal(findings.list.length, 1);
    assert.equal(findings.list[0]?.path.join('.'), `0.main.1.httpRequest.body${location}`);
    assert.match(findings.list[0]?.message ?? '', message);
  }
});

test('row 83: a header from a variable and from a pattern', async () => {
  const headers = { 'x-city': { fromVar: 'city' }, 'x-way': 'to ${city}', 'x-plain': { value: '${city}' } };
  const { target } = await runVirtually(
    {
      scenario: [{ main: [{ set: 'city <- Brno' }, { httpRequest: { GET: '/', headers } }] }],
      connections: 1,
    },
    { answer: () => responseAfter(1) },
  );
  const sent = target.seen[0]?.headers ?? [];
  const sentAs = (name: string): unknown => sent[sent.indexOf(name) + 1];
  assert.deepEqual(['x-city', 'x-way', 'x-plain'].map(sentAs), ['Brno', 'to Brno', '${city}']);
});
