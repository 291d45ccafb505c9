import { test } from 'node:test';
import { passes } from '../../program.ts';

test('two stages are deployed to moto, changed and destroyed', { timeout: 1_200_000 }, () =>
  passes('test/peers/python/deploy/run.ts'),
);
