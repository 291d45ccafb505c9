import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, parameterOption, seedOption, shardsOption } from '../../../bin/document/read-document.ts';

test('numbers of a command line are whole and within their bounds', () => {
  const parse = shardsOption().parseArg!;
  assert.deepEqual([parse('1', undefined), parse('10000', undefined)], [1, 10_000]);
  for (const wrong of ['0', '10001', '1.5', '-1', 'x', ''])
    assert.throws(() => parse(wrong, undefined), /a whole number, from 1 to 10000\./);
  assert.equal(seedOption().parseArg!('0', undefined), 0);
});

test('a parameter is a pair, or the name of an environment variable whose value stays out of the arguments', () => {
  const parse = parameterOption({ TOKEN: 'a=b', EMPTY: '' }).parseArg!;
  const all = ['HOST=x=1', 'TOKEN', 'NONE='].reduce<unknown>((before, text) => parse(text, before), {});
  assert.deepEqual(all, { HOST: 'x=1', TOKEN: 'a=b', NONE: '' });
  for (const [wrong, says] of [
    ['=x', /^Expected name=value, or the name of an environment variable\.$/],
    ['shop.hf.yaml', /^Expected name=value/],
    ['', /^Expected name=value/],
    ['ABSENT', /^There is no environment variable ABSENT: set it, or write -P ABSENT=VALUE\.$/],
    ['EMPTY', /^The environment variable EMPTY is empty: set it, or write -P EMPTY= for an empty value\.$/],
  ] as const)
    assert.throws(() => parse(wrong, {}), { message: says });
});

test('the tasks of another machine are not counted here', async () => {
  const document = `
name: shop
http: { host: http://localhost:8080, sharedConnections: 40 }
usersPerSec: 40
duration: 5s
scenario: [ look: [ httpRequest: { GET: / } ] ]
`;
  const order = { param: {}, seed: 1, shards: 33, executor: 'fargate' } as const;
  const messages = async (environment: NodeJS.ProcessEnv) =>
    (await check('shop.yaml', document, order, environment)).problems.map(({ message }) => message);
  assert.match((await messages({})).join(), /the deployment allows 32 Fargate tasks/);
  assert.deepEqual(await messages({ DOWNPOUR_URL: 'http://127.0.0.1:1' }), []);
  // A rejected run reports this code in its event.
  await assert.rejects(messages({ DOWNPOUR_CEILINGS: 'x' }), { code: 'CEILINGS_INVALID', status: 400 });
});
