import assert from 'node:assert/strict';
import { test } from 'node:test';
import { synthesise } from './synthesise.ts';
import { variants } from './variants.ts';

/** China and GovCloud are partitions of their own: `arn:aws-cn` and `arn:aws-us-gov`. */

test('no template names the partition, except in a value of an option', () => {
  for (const [name, options] of Object.entries(variants)) {
    const given = JSON.stringify(options);
    const found = JSON.stringify(synthesise(options).toJSON()).match(/arn:aws:[^"\\]*/g) ?? [];
    assert.deepEqual(
      found.filter((arn) => !given.includes(arn)),
      [],
      name,
    );
  }
});
