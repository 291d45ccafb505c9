import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratchDir } from '../scratch.ts';
import { endOf, evenLoad, isAlive, killNow, startDrilledCloud, startTarget, until } from './drill.ts';

/** Only root may mount the small disk, so the pipeline runs this file again as root. */

test('the disk is full: the machine reports it and ends, no drive sends any more, and a start with room cleans up', async (t) => {
  const disk = scratchDir(t);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]);
  if (mounted.status !== 0) return t.skip('no file system can be mounted here');
  try {
    const target = await startTarget(t);
    const dataDir = join(disk, 'data');
    const own = await startDrilledCloud(t, { dataDir });
    const burst = await own.api.startBurst({ document: evenLoad(target, { seconds: 30 }), shards: 2 });
    await until(() => target.count() > 50);
    const drivers = own.drivers();
    const gone = once(own.process, 'exit');
    spawnSync('dd', ['if=/dev/zero', `of=${disk}/rest`, 'bs=1k']);
    assert.deepEqual(await gone, [70, null]);
    await until(() => drivers.every((pid) => !isAlive(pid)));
    const sent = target.count();
    rmSync(join(disk, 'rest'));
    const again = await startDrilledCloud(t, { dataDir });
    assert.equal((await endOf(again.api, burst)).state, 'incomplete');
    assert.equal(target.count(), sent);
    await killNow(again.process);
  } finally {
    spawnSync('umount', [disk]);
  }
});
