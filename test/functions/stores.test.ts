import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { repository } from '../../functions/repository.ts';
import { burstStores, stores } from '../../functions/stores.ts';
import { environment } from '../../lib/names/environment.ts';

/** A process opens its stores once, at the first use. A missing name of a store fails that use. */
suite('the stores of a process', () => {
  const missing = (name: string) => ({ message: `the environment variable ${name} is not set` });

  test('need the name of the table of runs, and are opened once', () => {
    process.env.AWS_REGION = 'us-east-1';
    delete process.env[environment.repositoryTable];
    assert.throws(repository, missing(environment.repositoryTable));
    process.env[environment.repositoryTable] = 'repository';
    assert.equal(stores(), stores());
    assert.equal(repository(), repository());
  });

  test('need the names of the table and the bucket of bursts, and are opened once', () => {
    delete process.env[environment.burstsTable];
    delete process.env[environment.runsBucket];
    const opened = burstStores();
    assert.equal(burstStores(), opened);
    assert.throws(() => opened.bursts, missing(environment.burstsTable));
    assert.throws(() => opened.objects, missing(environment.runsBucket));
    // A function that only uses the conductor has a table and no bucket.
    process.env[environment.burstsTable] = 'bursts';
    assert.equal(opened.bursts, opened.bursts);
    assert.throws(() => opened.objects, missing(environment.runsBucket));
    process.env[environment.runsBucket] = 'bucket';
    assert.equal(opened.objects, opened.objects);
    assert.equal(burstStores().bursts, opened.bursts);
  });
});
