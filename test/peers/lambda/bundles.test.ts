import { test } from 'node:test';
import { passes } from '../program.ts';

test("every bundle runs under Lambda's own runtime client", { timeout: 900_000 }, () =>
  passes('test/peers/lambda/run.ts'),
);
