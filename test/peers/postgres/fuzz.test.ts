import { test } from 'node:test';
import { passes } from '../program.ts';

test('20,000 random SQL/JSON paths answer as PostgreSQL does', { timeout: 900_000 }, () =>
  passes('test/peers/postgres/fuzz.ts', '20000'),
);
