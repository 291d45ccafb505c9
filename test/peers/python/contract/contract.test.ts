import { test } from 'node:test';
import { passes } from '../../program.ts';

test('schemathesis finds no answer that the contract of the API does not list', { timeout: 1_200_000 }, () =>
  passes('test/peers/python/contract/run.ts'),
);
