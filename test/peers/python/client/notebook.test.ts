import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { randomFor } from '../../../../lib/driver/random.ts';
import { project } from '../../../../lib/project.ts';
import { scratchDir, suiteScope } from '../../../local/scratch.ts';
import { pageRun } from '../../../report/page/runs.ts';
import { runPython } from './client.ts';
import { openStage } from './stage.ts';

const hourMs = 3_600_000;
const runs = 40;
/** The first run of the second release, which is 40 % slower. */
const slowerFrom = 20;
/** A folder in which the test saves the pictures of the notebook, if the variable names one. */
const pictures = process.env.DOWNPOUR_PICTURES;

suite('the notebook', { timeout: 300_000 }, () => {
  const scope = suiteScope();

  test('loads runs, draws percentiles, compares two releases and finds the change', async () => {
    const { url, key, api } = await openStage(scope);
    const ids = await seeded(api);
    const folder = scratchDir(scope);
    const notebook = join(project, 'examples', 'notebook', 'releases.ipynb');
    const env = { DOWNPOUR_URL: url, DOWNPOUR_API_KEY: key };
    const output = await runPython(['notebook.py', notebook, folder], { env });
    const files = globSync(join(folder, '*.png')).toSorted();
    assert.equal(files.length, 4);
    for (const [at, file] of files.entries())
      if (pictures) await copyFile(file, join(pictures, `notebook-${at + 1}.png`));
    assert.match(output, /release 4\.0 +20\.0/);
    assert.match(output, /p99 .*10 %/);
    assert.match(output, new RegExp(`^\\d+ +${ids[slowerFrom]} +p99`, 'm'));
  });
});

type Api = Awaited<ReturnType<typeof openStage>>['api'];

/**
 * Uploads runs, and waits until Downpour has found the change between the releases.
 * @returns the ids of the runs.
 */
async function seeded(api: Api): Promise<readonly number[]> {
  const random = randomFor(7, 'notebook');
  const first = Date.now() - runs * hourMs;
  const ids: number[] = [];
  for (let index = 0; index < runs; index++) {
    const level = (index < slowerFrom ? 1 : 1.4) * (0.97 + 0.06 * random.next());
    const made = await pageRun({
      ...{ seconds: 10, metrics: 2, perSecond: 40 },
      names: { benchmark: 'shop', metric: (metric) => (metric === 0 ? 'products' : 'cart') },
      latencyNs: (share) => level * (20 + 15 * share + (share > 0.98 ? 100 * share : 0)) * 1e6,
    });
    const [start, stop] = [first + index * hourMs, first + index * hourMs + 20_000];
    const info = { ...made.info, id: `b-notebook-${index}`, startTime: start, terminateTime: stop };
    const query = { test: 'shop', start, stop, description: `release 4.${index < slowerFrom ? 0 : 1}` };
    ids.push(Number(await api.run.data.post({ query, body: { ...made, info } })));
  }
  const { id } = await api.test.byName.by('shop').get();
  for (;;) {
    const changes = await api.alerting.changes.get({ query: { test: id } });
    if (changes.some(({ variable }) => variable.name === 'p99')) return ids;
    await pause(200);
  }
}
