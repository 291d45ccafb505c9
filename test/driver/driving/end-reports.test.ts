import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EndReports } from '../../../lib/driver/driving/end-reports.ts';
import { VirtualClock } from '../virtual-clock.ts';

/** Drives that end at the same instant report their end one after another. */

class Ended {
  readonly time = new VirtualClock();
  readonly said: string[] = [];
  readonly warnings: string[] = [];
  isAway = false;
  readonly reports: EndReports;
  readonly #beganNs = this.time.clock.nowNs();

  constructor(turnMs: number) {
    const say = async (text: string): Promise<void> => {
      const ms = Math.round((this.time.clock.nowNs() - this.#beganNs) / 1e6);
      if (this.isAway) throw new Error('away');
      this.said.push(`${ms} ${text}`);
    };
    this.reports = new EndReports(
      turnMs,
      {
        finished: (lease) => say(`${lease} finished`),
        terminated: (lease, finished) => say(`${lease} ${finished ? 'finished and ' : ''}terminated`),
      },
      { clock: this.time.clock, lease: 'l', warn: (message) => this.warnings.push(message) },
    );
  }

  /**
   * The times of the reports, rounded down to ten milliseconds, because timers have steps of a millisecond.
   */
  get rounded(): readonly string[] {
    return this.said.map((text) => text.replace(/^\d+/, (ms) => String(Math.floor(Number(ms) / 10) * 10)));
  }
}

test('a drive whose users are gone before its turn says both at once, in its turn', async () => {
  const ended = new Ended(700);
  ended.reports.finished();
  await ended.time.pass(100);
  const over = ended.reports.terminated();
  await ended.time.pass(500);
  assert.deepEqual(ended.said, []);
  await ended.time.until(over);
  assert.deepEqual(ended.rounded, ['700 l finished and terminated']);
});

test('one whose users stay says each by itself', async () => {
  const ended = new Ended(700);
  ended.reports.finished();
  await ended.time.pass(900);
  await ended.time.until(ended.reports.terminated());
  assert.deepEqual(ended.rounded, ['700 l finished', '900 l terminated']);
});

test('a drive that sent nothing reports both in its turn, too', async () => {
  const ended = new Ended(700);
  await ended.time.until(ended.reports.terminated());
  assert.deepEqual(ended.rounded, ['700 l finished and terminated']);
});

test('a drive among few does not wait', async () => {
  const ended = new Ended(0);
  ended.reports.finished();
  await ended.time.until(ended.reports.terminated());
  assert.deepEqual(ended.rounded, ['0 l finished and terminated']);
  const slow = new Ended(0);
  slow.reports.finished();
  await slow.time.pass(30);
  await slow.time.until(slow.reports.terminated());
  assert.deepEqual(slow.rounded, ['0 l finished', '30 l terminated']);
});

test('a report that got lost is made good with the next one', async () => {
  const ended = new Ended(0);
  ended.isAway = true;
  ended.reports.finished();
  await ended.time.pass(10);
  ended.isAway = false;
  await ended.time.until(ended.reports.terminated());
  assert.deepEqual(ended.rounded, ['10 l finished and terminated']);
});

test('a lost report gives a warning, and ends nothing', async () => {
  const ended = new Ended(0);
  ended.isAway = true;
  ended.reports.finished();
  await ended.time.pass(10);
  await ended.time.until(ended.reports.terminated());
  assert.deepEqual(ended.warnings, [
    "a load generator could not report 'finished' to the burst",
    "a load generator could not report 'terminated' to the burst",
  ]);
});
