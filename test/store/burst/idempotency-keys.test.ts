import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { burstDays } from '../../../lib/facts/retention.ts';
import { environment } from '../../../lib/names/environment.ts';
import { openBursts } from '../../../lib/store/bursts.ts';
import { type Endpoints, openEndpoints } from '../endpoints.ts';

/**
 * An idempotency key belongs to one burst of one user, until it expires or that burst could not be started.
 */

const now = 1_700_000_000_000;
let endpoints: Endpoints;
const at = (ms: number) =>
  openBursts(endpoints.clients.dynamo, process.env[environment.identityTable] ?? '', () => ms);

before(async () => {
  endpoints = await openEndpoints();
});
after(() => endpoints.close());

test('is bound once, also by many at a time', async () => {
  const bursts = at(now);
  assert.equal(await bursts.claimOf('ada', 'k'), undefined);
  const claims = await Promise.all(
    Array.from({ length: 8 }, (_, n) => bursts.claim('ada', 'k', { burst: `b-${n}`, digest: `d${n}` })),
  );
  const winner = await bursts.claimOf('ada', 'k');
  assert.ok(winner);
  for (const claim of claims) assert.deepEqual(claim, winner);
});

test('is another one of another user, and under another name', async () => {
  const bursts = at(now);
  await bursts.claim('ada', 'a', { burst: 'b-1', digest: 'd' });
  for (const [user, key] of [
    ['bo', 'a'],
    ['ada', 'b'],
  ] as const)
    assert.equal((await bursts.claim(user, key, { burst: 'b-2', digest: 'd' })).burst, 'b-2');
});

test('is free again when its own burst releases it, and no other burst can release it', async () => {
  const bursts = at(now);
  await bursts.claim('ada', 'c', { burst: 'b-1', digest: 'd' });
  await bursts.release('ada', 'c', 'b-2');
  assert.equal((await bursts.claimOf('ada', 'c'))?.burst, 'b-1');
  await bursts.release('ada', 'c', 'b-1');
  await bursts.release('ada', 'c', 'b-1');
  assert.equal(await bursts.claimOf('ada', 'c'), undefined);
});

test('is free again when it has expired, even where the table has not deleted it', async () => {
  const days = burstDays * 86_400_000;
  await at(now).claim('ada', 'e', { burst: 'b-1', digest: 'd' });
  assert.equal((await at(now + days - 1).claim('ada', 'e', { burst: 'b-2', digest: 'd' })).burst, 'b-1');
  assert.equal(await at(now + days + 1_000).claimOf('ada', 'e'), undefined);
  assert.equal((await at(now + days + 1_000).claim('ada', 'e', { burst: 'b-2', digest: 'd' })).burst, 'b-2');
});
