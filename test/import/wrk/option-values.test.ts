import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentOf, countOf, headerOf, timeMsOf } from '../../../lib/import/wrk/option-values.ts';

test('a number takes a unit of the SI', () => {
  for (const [text, value] of [
    ['0', 0],
    ['500', 500],
    ['2k', 2000],
    ['1M', 1e6],
    [' 3g ', 3e9],
    ['1.5k', undefined],
    ['-1', undefined],
    ['2kb', undefined],
    ['', undefined],
    ['k', undefined],
    ['1e3', undefined],
    ['999999999999999g', undefined],
    ['1constructor', undefined],
  ] as const)
    assert.equal(countOf(text), value, text);
});

test('a time takes a unit, and is in seconds without one', () => {
  for (const [text, value] of [
    ['10', 10_000],
    ['10s', 10_000],
    ['2M', 120_000],
    ['1h', 3_600_000],
    ['250ms', 250],
    ['0', 0],
    ['1.5s', undefined],
    ['10d', undefined],
    ['', undefined],
  ] as const)
    assert.equal(timeMsOf(text), value, text);
});

test('a header is a name and a value, which may be empty or hold colons', () => {
  for (const [text, value] of [
    ['Accept: text/plain', ['Accept', 'text/plain']],
    ['x-time:12:30', ['x-time', '12:30']],
    ['X-Empty:', ['X-Empty', '']],
    ['no colon', undefined],
    ['two words: x', undefined],
    [': x', undefined],
    ['a: b\nc: d', undefined],
  ] as const)
    assert.deepEqual(headerOf(text), value, text);
});

test('an agent is a name and its properties', () => {
  for (const [text, value] of [
    ['one', { name: 'one', properties: {} }],
    ['one=', { name: 'one', properties: {} }],
    [
      'one=host=a.example,port=22,threads=2',
      { name: 'one', properties: { host: 'a.example', port: '22', threads: '2' } },
    ],
    ['one=extras=-Da=b', { name: 'one', properties: { extras: '-Da=b' } }],
    ['one=host', undefined],
    ['=host=a', undefined],
  ] as const)
    assert.deepEqual(agentOf(text), value, text);
});
