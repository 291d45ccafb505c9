import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { all } from '../../../lib/repository/ports/table.ts';
import { visibleDataset, visibleDatasets } from '../../../lib/repository/reading/visible-datasets.ts';
import { type Access, anonymous, maySee, type Principal } from '../../../lib/results/access.ts';
import { cases } from '../../runner/cases.ts';
import { ada, openWorld } from '../pipeline/datasets/world.ts';

/** A dataset of a hidden run is invisible. All other datasets are visible, in the order of the runs. */

const eve: Principal = { keyId: 2, user: 'eve', role: 'user' };
const viewer: Principal = { keyId: 3, user: 'bob', role: 'user', teams: { 'ada-team': ['viewer'] } };
const callers = [ada, eve, viewer, anonymous];
const accesses: readonly Access[] = ['PUBLIC', 'PROTECTED', 'PRIVATE'];

const step = fc.oneof(
  fc.record({
    kind: fc.constant('upload' as const),
    start: fc.nat(4),
    access: fc.constantFrom(...accesses),
    by: fc.constantFrom(ada, eve),
  }),
  fc.record({
    kind: fc.constantFrom('trash' as const, 'restore' as const, 'make' as const),
    run: fc.nat(20),
  }),
  fc.record({
    kind: fc.constant('give' as const),
    run: fc.nat(20),
    access: fc.constantFrom(...accesses),
    to: fc.constantFrom('ada-team', 'eve-team'),
  }),
  fc.record({ kind: fc.constant('length' as const), n: fc.nat(3) }),
);

test('random histories of runs show datasets only to users who may see their run', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const world = openWorld();
      const { repository } = world;
      const transformer = await world.transformer(await world.schema('urn:a'), { targetSchemaUri: 'urn:t' });
      const { id: testId } = (await repository.tests.byName('shop')) ?? assert.fail();
      const both: Principal = { ...eve, teams: { 'ada-team': ['uploader'] } };
      const runs: number[] = [];
      for (const each of steps) {
        const run = 'run' in each ? (runs[each.run % Math.max(1, runs.length)] ?? 0) : 0;
        if (each.kind === 'upload') {
          const { start, access, by } = each;
          const id = await world.upload('{"$schema":"urn:a"}', {
            start,
            access,
            owner: by === eve ? both : by,
          });
          runs.push(id);
          await world.make(id);
        } else if (each.kind === 'make') await world.make(run);
        else if (each.kind === 'length')
          await repository.transformers.change(transformer, (known) => ({
            ...known,
            function: `() => Array.from({ length: ${each.n} }, () => ({}))`,
          }));
        else if (each.kind === 'give')
          await repository.runs.change(run, (known) => ({ ...known, owner: each.to, access: each.access }));
        else await repository.runs.change(run, (known) => ({ ...known, trashed: each.kind === 'trash' }));
      }
      const rows = (await repository.runs.getMany(runs)).filter((row) => row !== undefined);
      for (const caller of callers) {
        const displayed = rows.filter((row) => !row.trashed && maySee(caller, row));
        const expected = displayed
          .toSorted((a, b) => a.start - b.start || a.id - b.id)
          .flatMap(({ datasets = [] }) => datasets);
        for (const selection of [{ testId }, { uri: 'urn:t' }])
          for (const backward of [false, true]) {
            const found = await all(visibleDatasets(repository, caller, selection, backward));
            const ids = found.map(({ dataset }) => dataset.id);
            const known = 'uri' in selection ? await withSchema(world, expected) : expected;
            assert.deepEqual(backward ? ids.reverse() : ids, known);
          }
        assert.equal(await repository.runs.count(caller, { testId }, 'datasets'), expected.length);
        for (const { datasets = [], ...row } of rows)
          for (const id of datasets)
            assert.equal(
              (await visibleDataset(repository, caller, id)) !== undefined,
              displayed.some((each) => each.id === row.id),
            );
      }
    }),
    { numRuns: cases(15, 40) },
  );
});

/** The listed datasets that name a schema. */
async function withSchema(
  { repository }: ReturnType<typeof openWorld>,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await repository.datasets.getMany(ids);
  return rows.flatMap((row) => (row?.schemas.length ? [row.id] : []));
}

test('a list of more than one page is complete in both directions', async () => {
  const world = openWorld();
  await world.schema('urn:a');
  for (let n = 0; n < 250; n += 1)
    await world.make(await world.upload('{"$schema":"urn:a"}', { start: n % 7 }));
  for (const selection of [{ testId: 1 }, { uri: 'urn:a' }])
    for (const backward of [false, true]) {
      const found = await all(visibleDatasets(world.repository, ada, selection, backward));
      const locations = found.map(({ run }) => run.start * 1000 + run.id);
      assert.deepEqual(
        locations,
        locations.toSorted((a, b) => (backward ? b - a : a - b)),
      );
      assert.equal(new Set(locations).size, 250);
    }
});
