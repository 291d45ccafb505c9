import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allOf, counted, eachOf, numbered, plural } from '../lib/words.ts';

test('a noun has one form for one and another for any other number', () => {
  const rows: readonly (readonly [text: string, expected: string])[] = [
    [counted(1, 'request'), '1 request'],
    [counted(0, 'request'), '0 requests'],
    [counted(1234, 'request'), '1,234 requests'],
    [counted(2, 'query'), '2 queries'],
    [counted(2, 'key'), '2 keys'],
    [counted(2, 'box'), '2 boxes'],
    [counted(3, 'pass'), '3 passes'],
    [counted(1, 'response 4xx', 'responses 4xx'), '1 response 4xx'],
    [counted(0, 'response 4xx', 'responses 4xx'), '0 responses 4xx'],
    [plural('connection error', 2), 'connection errors'],
    [plural('query', 1), 'query'],
    [plural('was', 1, 'were'), 'was'],
    [numbered(1, 'shard'), '1 shard'],
    [numbered(4000, 'shard'), '4000 shards'],
    [eachOf(1, 'shard'), 'the only shard'],
    [eachOf(3, 'shard'), 'each of 3 shards'],
    [allOf(1, 'planned user'), 'the only planned user'],
    [allOf(1200, 'planned user'), 'all 1,200 planned users'],
  ];
  for (const [text, expected] of rows) assert.equal(text, expected);
});
