import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { htmlTokenizer } from '../../../../lib/driver/scenario/html/attributes.ts';
import { gunzip } from '../../../../lib/driver/scenario/processors/data/gzip-inflation.ts';
import type { Answer } from '../../http/scripted-target.ts';
import { runVirtually } from '../../session/shards.ts';
import { ProcessorRun } from '../parts.ts';

/**
 * A response that breaks off leaves no incomplete value. Each processor that waits for its end is notified,
 * at any depth.
 */

before(() => Promise.all([gunzip.load(), htmlTokenizer.load()]));

const queue = {
  queue: { var: 'v', maxSize: 4, concurrency: 1, sequence: 'each', onCompletion: { log: 'done' } },
};
const gzip = { 'content-encoding': 'gzip' };

const nested: { readonly [where: string]: readonly [body: unknown, bytes: Buffer | string] } = {
  'by itself': [queue, 'abc'],
  'beside another': [[{ store: 'text' }, queue], 'abc'],
  'in json': [{ json: { query: '.[]', processor: [{ store: 'text' }, queue] } }, '[1, 2'],
  'in json that deletes': [{ json: { query: '.a', delete: true, processor: queue } }, '{"a": 1, "b'],
  'in conditional': [
    { conditional: { stringCondition: { fromVar: 'encoding', value: 'gzip' }, processor: queue } },
    'a',
  ],
  'in gzipInflator': [
    { gzipInflator: { encodingVar: 'encoding', processor: queue } },
    gzipSync('abc').subarray(0, 9),
  ],
  'in onTagAttribute': [
    { parseHtml: { onTagAttribute: { tag: 'a', attribute: 'href', processor: queue } } },
    '<a href=/x>',
  ],
  'in onEmbeddedResource': [{ parseHtml: { onEmbeddedResource: { processor: queue } } }, '<img src="/x">'],
};

suite('a queue hears that a response broke off', () => {
  for (const [where, [body, bytes]] of Object.entries(nested))
    test(where, async () => {
      const answer: Answer = {
        kind: 'response',
        afterMs: 1,
        headers: gzip,
        body: [Buffer.from(bytes as string)],
        breaksOff: 'reset',
      };
      const header = { filter: { header: 'content-encoding', processor: { store: 'encoding' } } };
      const handler = { header, body, stopOnInvalid: false };
      const { log } = await runVirtually(
        {
          scenario: {
            initialSequences: [{ main: [{ httpRequest: { GET: '/', handler } }, { log: 'went on' }] }],
            sequences: [{ each: ['noop'] }],
          },
        },
        { answer: () => answer },
      );
      assert.deepEqual(log, ['done', 'went on']);
    });
});

/** Checks the part of a value that a processor keeps after the first half of a response. */
suite('the values of half a response are dropped at once', () => {
  for (const [name, body, first, second, kept] of [
    ['store', { store: 'v' }, 'old', 'new', 'new'],
    ['array', { array: 'v[2]' }, 'old', 'new', ['new', undefined]],
    ['collection', { collection: 'v' }, 'old', 'new', ['new']],
    ['json', { json: '.a -> v' }, '{"a": "ol', '{"a": "new"}', 'new'],
    ['json with an escape', { json: '.a -> v' }, '{"a": "\\u00', '{"a": "new"}', 'new'],
    [
      'json that replaces',
      { json: { query: '.a', replace: '1', toVar: 'v' } },
      '{"b": 1, "a": "ol',
      '{"a": 0}',
      '{"a": 1}',
    ],
    [
      'gzipInflator',
      { gzipInflator: { encodingVar: 'encoding', processor: { store: 'v' } } },
      gzipSync('old').subarray(0, 9),
      gzipSync('new'),
      'new',
    ],
    [
      'parseHtml',
      { parseHtml: { onTagAttribute: { tag: 'a', attribute: 'href', toVar: 'v' } } },
      '<a href="ol',
      '<a href="new">',
      'new',
    ],
  ] as const)
    test(name, () => {
      const run = new ProcessorRun(body, { encoding: 'gzip' });
      run.breakOff(Buffer.from(first as string));
      run.goOn(Buffer.from(second as string));
      assert.deepEqual(run.user.value('v'), kept);
    });

  test('logInvalid', () => {
    const run = new ProcessorRun('logInvalid');
    run.valid = false;
    run.breakOff(Buffer.from('old'));
    run.goOn(Buffer.from('new'));
    assert.deepEqual(run.logged, ['invalid response of 3 bytes: new']);
  });
});
