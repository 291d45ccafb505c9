import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, suite } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startCloud } from '../../../../lib/local/cloud.ts';
import { project } from '../../../../lib/project.ts';
import { testOutcomes } from '../../../local/outcomes.ts';
import { afterwards, scratchDir, suiteScope } from '../../../local/scratch.ts';
import { seedRuns } from '../../chromium/pages/seed.ts';
import { caller } from '../../chromium/pages/stage.ts';
import { type GoOutcomes, goTest, goTests } from '../outcomes.ts';

/** The board for Grafana, whose requests run against an API with a test that became slower. */
suite('the board for Grafana', { timeout: 600_000 }, () => {
  const scope = suiteScope();
  let outcomes: GoOutcomes = [];

  before(async () => {
    const { url, close, adminKeyFile } = await startCloud({ dataDir: scratchDir(scope), port: 0 });
    afterwards(scope, close);
    const key = (await readFile(adminKeyFile, 'utf8')).trim();
    const api = caller(url, key);
    const description = (index: number): string => `build ${index}`;
    await seedRuns({ api }, { test: 'shop', runs: 13, slowerFrom: 10, description });
    while ((await api<readonly unknown[]>('GET', '/api/alerting/changes')).length < 2) await setTimeout(100);
    const BOARD = join(project, 'integrations', 'grafana', 'downpour.json');
    outcomes = await goTest(import.meta.dirname, { SERVER: url, KEY: key, BOARD });
  });

  testOutcomes(goTests(import.meta.dirname), () => outcomes);
});
