import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Attack, Report, Task } from './attacks/attack.ts';
import { known } from './attacks/known.ts';
import { own } from './attacks/own.ts';

// A hostile expression never exceeds its deadline, ends the process, changes the document or reads values
// from outside of the document.

/**
 * Milliseconds after which an attack counts as hanging: the deadline is one second, and machines may be slow.
 */
const watchdogMs = 15_000;

describe('an attack comes to nothing', { concurrency: true }, () => {
  for (const [name, attacks] of [
    ['that others have made', known],
    ['of our own', own],
  ] as const) {
    it(name, async () => assert.deepEqual(await complaints(attacks), []));
  }
});

/**
 * Runs attacks in a separate process, and returns a complaint for each wrong outcome. When the process dies,
 * another one runs the remaining attacks.
 */
async function complaints(attacks: readonly Attack[]): Promise<readonly string[]> {
  const found: string[] = [];
  let left = attacks.map((attack, number): Task => [number, attack]);
  while (left.length > 0) {
    const { reports, lost } = await attempt(left);
    for (const report of reports) found.push(...judged(report, attacks[report.ended]!));
    if (lost !== undefined) found.push(`${attacks[lost.number]!.name}: ${lost.how}`);
    const done = lost?.number ?? Number.POSITIVE_INFINITY;
    left = left.filter(([number]) => number > done);
  }
  return found;
}

type Ended = Extract<Report, { ended: number }>;
type Outcome = {
  readonly reports: readonly Ended[];
  /** Present when the process died: the number of the attack that killed it, and how it ended. */
  readonly lost?: { readonly number: number; readonly how: string };
};

async function attempt(tasks: readonly Task[]): Promise<Outcome> {
  const victim = fork(join(import.meta.dirname, 'attacks/victim.ts'), {
    execArgv: ['--max-old-space-size=512'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const reports: Ended[] = [];
  let [current, how] = [tasks[0]![0], 'ended the process'];
  const watchdog = setTimeout(() => {
    how = 'hangs';
    victim.kill('SIGKILL');
  }, watchdogMs);
  victim.on('message', (report: Report) => {
    watchdog.refresh();
    if ('begins' in report) current = report.begins;
    else reports.push(report);
  });
  victim.send(tasks);
  const [code, signal] = await once(victim, 'exit');
  clearTimeout(watchdog);
  if (reports.length === tasks.length) return { reports };
  return { reports, lost: { number: current, how: `${how} (code ${code}, signal ${signal})` } };
}

function judged({ state, reason, damage }: Ended, { name, ends }: Attack): readonly string[] {
  const isExpected = [ends].flat().some((end) => end === state);
  return [
    ...damage.map((one) => `${name}: ${one}`),
    ...(isExpected ? [] : [`${name}: ended in ${state} (${reason}), not in ${[ends].flat().join(' or ')}`]),
  ];
}
