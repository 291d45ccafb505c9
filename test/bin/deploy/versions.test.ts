import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedIn, oldVersions } from '../../../bin/deploy/account/old-versions.ts';

/**
 * The command line deletes a version of a function when all executions that began before its replacement must
 * have ended.
 */

const hour = 3_600_000;
const now = 100 * hour;
const versions = [
  { name: '$LATEST', at: now },
  { name: '10', at: now - hour },
  { name: '2', at: now - 60 * hour },
  { name: '9', at: now - 25 * hour },
  { name: '1', at: now - 80 * hour },
];

test('versions that were replaced more than a day ago are old', () => {
  assert.deepEqual(oldVersions(versions, '10', now), ['1', '2']);
  assert.deepEqual(oldVersions(versions, '10', now + 23.5 * hour), ['1', '2', '9']);
  assert.deepEqual(oldVersions([], '1', now), []);
});

test('the version that the definition names is never old, also when others are newer', () => {
  assert.deepEqual(oldVersions(versions, '2', now), ['1']);
});

test('a definition names functions with their versions', () => {
  const arn = 'arn:aws:lambda:eu-central-1:1:function:downpour-Drive-1x';
  assert.deepEqual([...namedIn(`{"a":"${arn}:12","b":"${arn}:12"}`)], [['downpour-Drive-1x', '12']]);
  assert.deepEqual([...namedIn(`{"a":"${arn}"}`)], [], 'a release before versions');
});
