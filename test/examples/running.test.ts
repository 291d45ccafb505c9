import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { check } from '../../bin/document/read-document.ts';
import { startShop } from '../../examples/shop/shop.ts';
import type { Plan } from '../../lib/driver/model/plan.ts';
import { type Ran, runPlan } from './run-plan.ts';
import { shows } from './shows.ts';

/**
 * Every example runs to its end against its own shop. The shop counts the same requests as the run, and the
 * run shows the facts that the example promises.
 */

const folder = join(import.meta.dirname, '../../examples');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.hf.yaml'))
  .map((file) => file.replace('.hf.yaml', ''));

/**
 * Metrics that do not count requests to the shop: those of a stopwatch, of responses that are counted twice,
 * and of a cache.
 */
const besideRequests = [
  'purchase',
  'findAndLook',
  'product as planned',
  'in the shop',
  'cache put',
  'cache get',
];

const tls = {
  key: readFileSync(join(folder, 'shop/shop.key'), 'utf8'),
  cert: readFileSync(join(folder, 'data/shop.crt'), 'utf8'),
};

async function run(name: string): Promise<Ran> {
  const file = join(folder, `${name}.hf.yaml`);
  const text = readFileSync(file, 'utf8');
  const secure = text.includes('protocol: https') ? { tls } : {};
  const shop = await startShop({ random: () => 0, ...secure });
  try {
    const { host, port } = new URL(shop.url);
    const known = Object.entries({ HOST: host, OTHER: `localhost:${port}`, RATE: '20' });
    const param = Object.fromEntries(known.filter(([parameter]) => text.includes(`!param ${parameter} `)));
    const { plan, problems, files } = await check(file, text, { param, seed: 7 });
    assert.ok(problems.every(({ severity }) => severity === 'warning'));
    assert.ok(plan);
    // Writes the plan and reads it back, because drives receive it in this form.
    const travelled: Plan = JSON.parse(JSON.stringify(plan));
    return { ...(await runPlan(travelled, files)), counts: shop.counts() };
  } finally {
    await shop.close();
  }
}

describe('an example runs to its end, and the shop has counted the same requests', { concurrency: 8 }, () => {
  for (const name of names)
    it(name, async () => {
      const ran = await run(name);
      const { errors = [], invalid = 0, also } = shows[name] ?? {};
      assert.deepEqual([...new Set(ran.errors)], errors);
      const own = ran.rows.filter(({ metric }) => !besideRequests.includes(metric));
      const sum = (counter: 'requests' | 'failed' | 'timeouts'): number =>
        own.reduce((total, { counters }) => total + counters[counter], 0);
      assert.ok(sum('requests') > 0);
      // A busy machine may keep a request for longer than its time limit, also before the shop receives it.
      const lost = sum('requests') - ran.counts.requests;
      assert.ok(lost >= 0 && lost <= sum('timeouts'), `the shop received ${lost} requests fewer`);
      if (invalid === 0) assert.equal(sum('failed') - sum('timeouts'), 0);
      also?.(ran);
    });

  it('and nothing is expected of a document that is not there', () =>
    assert.deepEqual(
      Object.keys(shows).filter((name) => !names.includes(name)),
      [],
    ));
});
