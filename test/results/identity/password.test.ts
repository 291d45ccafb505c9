import assert from 'node:assert/strict';
import { scryptSync } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  hashPassword,
  isPassword as isPasswordAt,
  type PasswordHash,
} from '../../../lib/results/identity/password.ts';

const salt = new Uint8Array(16).fill(7);
const instantly = { now: () => 0, sleep: async () => undefined };
const isPassword = (password: string, stored: PasswordHash | undefined): Promise<boolean> =>
  isPasswordAt(password, stored, instantly, 'here', false);

test('a password is kept so that only itself is known again', async () => {
  const kept = await hashPassword('secret é', salt);
  assert.ok(!JSON.stringify(kept).includes('secret'));
  assert.equal(await isPassword('secret é', kept), true);
  assert.equal(await isPassword('secret e\u0301', kept), true);
  assert.equal(await isPassword('secret e', kept), false);
  assert.equal(await isPassword('Secret é', kept), false);
  assert.equal(await isPassword('', kept), false);
});

test('a password has another hash with another salt, and is verified with the numbers of its hash', async () => {
  const [one, other] = await Promise.all([salt, salt.with(0, 8)].map((each) => hashPassword('a', each)));
  assert.notEqual(one?.hash, other?.hash);
  assert.equal(await isPassword('a', { ...one!, cost: 2 ** 14 }), false);
});

test('a user without a password cannot log in, not even with the password of the dummy hash', async () => {
  for (const text of ['', 'a', '\0']) assert.equal(await isPassword(text, undefined), false);
});

test('a salt is long enough', async () => {
  await assert.rejects(hashPassword('a', salt.subarray(1)), /salt of 16 bytes/);
});

test('passwords are derived one at a time, in the order in which they come', async () => {
  const cheap = { salt: Buffer.from(salt).toString('base64'), hash: Buffer.alloc(32).toString('base64') };
  const order: string[] = [];
  const dear = hashPassword('secret', salt).then(() => order.push('dear'));
  const last = isPassword('secret', { ...cheap, cost: 16, blockSize: 8, parallel: 1 }).then(() =>
    order.push('cheap'),
  );
  await Promise.all([dear, last]);
  assert.deepEqual(order, ['dear', 'cheap']);
});

test('after a wrong password the next check waits for twice as long as the wrong one took', async () => {
  const numbers = { cost: 16, blockSize: 8, parallel: 1 };
  const hash = scryptSync('secret', salt, 32, { cost: 16, blockSize: 8, parallelization: 1 });
  const stored = { ...numbers, salt: Buffer.from(salt).toString('base64'), hash: hash.toString('base64') };
  const slept: number[] = [];
  const clock = (...times: number[]) => ({
    now: () => times.shift() ?? Number.NaN,
    sleep: async (ms: number) => slept.push(ms),
  });
  // A wrong password in an earlier test delays the next check. The checks here begin long after that delay.
  const late = 1e9;
  const check = (password: string, ...times: number[]) =>
    isPasswordAt(password, stored, clock(...times.map((time) => late + time)), 'here', false);
  assert.equal(await check('wrong', 0, 0, 250), false);
  assert.equal(await check('secret', 260, 500, 750), true);
  assert.equal(await check('secret', 760, 760, 1_000), true);
  assert.equal(await check('wrong', 2_000, 2_000, 2_250), false);
  assert.equal(await check('secret', 2_500, 2_500, 2_750), true);
  assert.deepEqual(slept, [490, 250]);
});

describe('a correct password does not wait for wrong ones', () => {
  const numbers = { cost: 16, blockSize: 8, parallel: 1 };
  const hash = scryptSync('secret', salt, 32, { cost: 16, blockSize: 8, parallelization: 1 });
  const stored = { ...numbers, salt: Buffer.from(salt).toString('base64'), hash: hash.toString('base64') };

  /** Checks a correct password after 20 wrong ones, and returns the number of checks that end before it. */
  async function before(source: string, isUsual: boolean): Promise<number> {
    const order: string[] = [];
    const check = async (password: string, from: string, usual = false): Promise<void> => {
      await isPasswordAt(password, stored, instantly, from, usual);
      order.push(password);
    };
    await check('wrong', 'elsewhere');
    const many = Array.from({ length: 20 }, () => check('wrong', 'elsewhere'));
    await Promise.all([...many, check('secret', source, isUsual)]);
    return order.indexOf('secret');
  }

  test('from another address', async () => assert.equal(await before('office', false), 2));
  test('from the same address, when its user has logged in from there', async () =>
    assert.equal(await before('elsewhere', true), 2));
  test('except a first login from the same address', async () =>
    assert.equal(await before('elsewhere', false), 21));
});
