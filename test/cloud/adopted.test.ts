import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { environment } from '../../lib/names/environment.ts';
import { synthesise } from './synthesise.ts';
import { functionNamed, grantsOf, resources } from './template.ts';

/** A deployment that uses existing stores creates no stores of its own in their place. */

const stores = { bucket: 'old-runs', repositoryTable: 'old-repository', identityTable: 'old-identity' };
const adopting = { stage: 'prod', ...stores } as const;

describe('a deployment with existing stores', () => {
  const template = synthesise(adopting);

  it('makes only the table of bursts, and names the others in its outputs', () => {
    const types = resources(template).map(([, { Type }]) => Type);
    assert.deepEqual(
      types.filter((type) => /^AWS::(S3|DynamoDB)::/.test(type)),
      ['AWS::DynamoDB::Table'],
    );
    const { RunsBucket, RepositoryTable, IdentityTable } = template.toJSON().Outputs;
    assert.deepEqual([RunsBucket.Value, RepositoryTable.Value, IdentityTable.Value], Object.values(stores));
  });

  it('gives its functions the same rights on them, and their names', () => {
    const own = synthesise({ stage: 'prod' });
    const actions = (of: typeof own, name: string) => grantsOf(of, name).map(({ action }) => action);
    for (const name of ['api/run-upload', 'work/perform', 'driver/merge'])
      assert.deepEqual(actions(template, name), actions(own, name), name);
    const { Variables } = functionNamed(template, 'driver/merge')[1].Properties.Environment;
    assert.equal(Variables[environment.runsBucket], 'old-runs');
    assert.equal(Variables[environment.repositoryTable], 'old-repository');
  });
});

it('a kept bucket keeps the policy that refuses connections without TLS', () => {
  const policyOf = (data: 'keep' | 'discard') =>
    resources(synthesise({ stage: 'team-a', data })).find(
      ([, { Type }]) => Type === 'AWS::S3::BucketPolicy',
    )?.[1].DeletionPolicy;
  assert.equal(policyOf('keep'), 'RetainExceptOnCreate');
  assert.equal(policyOf('discard'), 'Delete');
});
