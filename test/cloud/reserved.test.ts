import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readOptions } from '../../lib/cloud/options/read.ts';
import { reservable, reservedFor } from '../../lib/cloud/options/reserved-concurrency.ts';
import { environment } from '../../lib/names/environment.ts';
import { lambdaQuotas } from '../../lib/quotas.ts';
import { synthesise } from './synthesise.ts';
import { functionNamed, resources } from './template.ts';

describe('the reserved concurrency of a deployment', () => {
  const table: readonly [Parameters<typeof reservedFor>[0], drives: number, control: number][] = [
    [{}, 0, 0],
    [{ driveConcurrency: 200 }, 200, 0],
    [{ concurrency: lambdaQuotas.concurrencyNewAccount }, 0, 0],
    [{ concurrency: 199 }, 0, 0],
    [{ concurrency: 200 }, 100, 0],
    [{ concurrency: 419 }, 209, 110],
    [{ concurrency: 418 }, 209, 0],
    [{ concurrency: 1_000 }, 500, 110],
    [{ concurrency: 1_000, driveConcurrency: 790 }, 790, 110],
    [{ concurrency: 1_000, driveConcurrency: 791 }, 791, 0],
    [{ concurrency: 1_000, driveConcurrency: 'none' }, 0, 110],
    [{ concurrency: 10_000 }, 5_000, 1_100],
  ];
  for (const [asked, drives, control] of table)
    it(`of ${JSON.stringify(asked)}: ${drives} for drives, ${control} for control`, () => {
      const reserved = reservedFor(asked);
      assert.deepEqual(
        [reserved.drives, reserved.control, reserved.sum],
        [drives, control, drives + control],
      );
      const counts = [...reserved.byFunction.values()];
      assert.equal(
        counts.reduce((sum, count) => sum + count, 0),
        reserved.sum,
      );
    });

  it('is never more than AWS lets anybody set aside, whatever an account allows', () => {
    for (let concurrency = 1; concurrency <= 20_000; concurrency = Math.ceil(concurrency * 1.07)) {
      for (const driveConcurrency of [undefined, 'none', 1, 500] as const) {
        if (typeof driveConcurrency === 'number' && driveConcurrency > reservable(concurrency)) {
          assert.throws(() => readOptions({ concurrency, driveConcurrency }), /can be reserved/);
          continue;
        }
        const { sum } = reservedFor(readOptions({ concurrency, driveConcurrency }));
        assert.ok(sum <= reservable(concurrency), `${sum} of ${concurrency}, ${driveConcurrency}`);
      }
    }
  });
});

describe('a stack', () => {
  const reservations = (template: ReturnType<typeof synthesise>): readonly number[] =>
    resources(template).flatMap(([, { Type, Properties }]) =>
      Type === 'AWS::Lambda::Function' ? (Properties.ReservedConcurrentExecutions ?? []) : [],
    );

  it('reserves nothing in an account that it knows nothing of, so that it can be deployed in all', () => {
    const plain = synthesise();
    assert.deepEqual(reservations(plain), []);
    assert.equal(plain.toJSON().Outputs.Reserved, undefined);
    const { Variables } = functionNamed(plain, 'api/burst-start')[1].Properties.Environment;
    assert.equal(Variables[environment.driveConcurrency], undefined);
  });

  it('keeps drives below the account and a part for whatever stops and ends them', () => {
    const given = synthesise({ concurrency: 1_000 });
    const of = (name: Parameters<typeof functionNamed>[1]) =>
      functionNamed(given, name)[1].Properties.ReservedConcurrentExecutions;
    assert.equal(of('driver/drive'), 500);
    const needed = [
      ...(['api/burst-stop', 'driver/await-start', 'driver/await-silence', 'driver/settle'] as const),
      ...(['driver/merge-group', 'driver/merge', 'driver/clean'] as const),
    ];
    for (const name of needed) assert.ok(of(name) > 0, name);
    const sum = reservations(given).reduce((all, each) => all + each, 0);
    assert.equal(given.toJSON().Outputs.Reserved.Value, String(sum));
    assert.ok(sum <= 900);
    const { Variables } = functionNamed(given, 'api/burst-start')[1].Properties.Environment;
    assert.equal(Variables[environment.driveConcurrency], '500');
  });
});
