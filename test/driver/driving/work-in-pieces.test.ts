import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { driving } from '../../../lib/driver/driving/limits.ts';
import { Turns } from '../../../lib/driver/driving/work-in-pieces.ts';
import { VirtualClock } from '../../driver/virtual-clock.ts';

/** Work with this number of pieces that take `ms` each. It notes its pieces under its name. */
function* work(time: VirtualClock, done: string[], name: string, pieces: number, ms: number) {
  for (let piece = 1; piece <= pieces; piece += 1) {
    time.stall(ms);
    done.push(`${name}${piece}`);
    yield;
  }
  return name;
}

suite('work in turns', () => {
  test('lets others have the event loop whenever pieces have taken long enough', async () => {
    const time = new VirtualClock();
    const done: string[] = [];
    const turns = new Turns(time.clock);
    const all = turns.do(() => work(time, done, 'a', 5, 0.06));
    // Other code of the process, which wants to run in each turn of the event loop.
    const look = (): void => {
      if (done.push('-') < 9) time.clock.soon(look);
    };
    look();
    assert.equal(await time.until(all), 'a');
    assert.equal(done.join(' ').replace(/( -)+$/, ''), '- - a1 a2 - a3 a4 - a5');
  });

  test('occupies the event loop for the bound and one piece at most, also with several works', async () => {
    const time = new VirtualClock();
    const done: string[] = [];
    const turns = new Turns(time.clock);
    const pieceMs = 0.07;
    const works = ['a', 'b', 'c'].map((name) => turns.do(() => work(time, done, name, 9, pieceMs)));
    const counts: number[] = [];
    let before = 0;
    const look = (): void => {
      counts.push(done.length - before);
      before = done.length;
      if (before < 27) time.clock.soon(look);
    };
    look();
    await time.until(Promise.all(works));
    assert.equal(done.length, 27);
    assert.equal(Math.max(...counts), Math.ceil(driving.piecesMs / pieceMs));
  });

  test('begins nothing before the work ahead of it is done', async () => {
    const time = new VirtualClock();
    const done: string[] = [];
    const turns = new Turns(time.clock);
    const works = ['a', 'b', 'c'].map((name) => turns.do(() => work(time, done, name, 2, 1)));
    assert.deepEqual(await time.until(Promise.all(works)), ['a', 'b', 'c']);
    assert.deepEqual(done, ['a1', 'a2', 'b1', 'b2', 'c1', 'c2']);
  });

  test('that failed may have left half of something, so that nothing comes behind it', async () => {
    const time = new VirtualClock();
    const turns = new Turns(time.clock);
    // biome-ignore lint/correctness/useYield: it fails before.
    const broken = turns.do(function* () {
      throw new Error('broken');
    });
    const done: string[] = [];
    const behind = turns.do(() => work(time, done, 'a', 1, 0));
    const both = await time.until(Promise.allSettled([broken, behind]));
    assert.deepEqual(
      both.map((each) => each.status === 'rejected' && String(each.reason)),
      ['Error: broken', 'Error: broken'],
    );
    assert.deepEqual(done, []);
  });
});
