import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyRejected } from '../../../bin/api/put-presigned.ts';

test('a store that did not take bytes is named with its reason, and a proxy in front of it with the next step', () => {
  assert.equal(whyRejected(507), 'its disk is full');
  assert.equal(whyRejected(500), 'it answered with status 500');
  assert.match(
    whyRejected(413),
    /^it answered with status 413; a proxy .* takes only smaller bodies; .*client_max_body_size/,
  );
});
