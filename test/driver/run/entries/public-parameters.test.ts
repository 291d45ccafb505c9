import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hidden, publicParameters } from '../../../../lib/driver/run/entries/public-parameters.ts';

const target = {
  key: 'k',
  host: 'shop.test',
  authority: 'shop.test:8443',
  protocol: 'https',
  port: 8443,
} as const;

test('a run shows parameters that are numbers, times, switches or its target, and hides all other text', () => {
  for (const value of [
    '200',
    '-1.5',
    '30s',
    '10 ms',
    '2%',
    'true',
    'FALSE',
    '',
    'shop.test',
    'shop.test:8443',
  ])
    assert.deepEqual(publicParameters({ p: value }, [target]), { p: value }, value);
  for (const value of ['https://shop.test:8443', 'https://shop.test:8443/'])
    assert.deepEqual(publicParameters({ p: value }, [target]), { p: value }, value);
  for (const value of [
    'hunter2',
    'Bearer x',
    '4111111111111111',
    'other.test',
    'https://user:pw@shop.test',
    '1 2',
    `1${' '.repeat(300_000)}!`,
  ])
    assert.deepEqual(publicParameters({ p: value }, [target]), { p: hidden }, value);
});
