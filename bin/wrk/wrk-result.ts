import type { RunDocument } from '../../lib/driver/run/document.ts';
import { transferKey, type WrkOrder, wrkMetric, wrkPhases } from '../../lib/import/wrk/wrk-options.ts';
import { counted, exactly } from '../../lib/report/units.ts';
import type { BurstResult } from '../burst/run-burst.ts';
import type { Context } from '../cli/context.ts';
import { exit, exitCodeOf } from '../cli/exit-code.ts';
import { dataWords, typedCommand } from '../cli/shell-command.ts';
import { few } from '../report/report.ts';
import { reportOf } from '../report/report-of-run.ts';
import type { Terminal } from '../terminal/terminal.ts';

export type PrintOptions = Pick<WrkOrder, 'tool' | 'threads'> & {
  readonly latency?: boolean;
  readonly u_latency?: boolean;
  readonly data?: string;
};

/**
 * Prints the output in the form of wrk or wrk2. Further information goes to standard error. Returns the exit
 * code.
 */
export async function printResult(
  result: BurstResult,
  options: PrintOptions,
  human: Terminal,
  { err, environment }: Context,
): Promise<number> {
  const { status } = result;
  if (result.left) return result.code;
  const text = await textOf(result, options);
  if (text !== undefined) human.say(...text);
  const mark = text === undefined ? err.paint.red('error') : err.paint.yellow('!');
  err.say(...remarksOf(result, text !== undefined).map((remark) => `${mark} ${remark}`));
  if (text !== undefined && status.runId !== undefined) {
    const over = dataWords(options.data);
    const again = `${typedCommand(environment)} report ${status.runId}${over}`;
    err.say(err.paint.dim(`Run ${status.runId} is stored. To see its report: ${again}`));
  }
  if (status.state === 'stopped') return exit.stopped;
  if (status.state === 'incomplete') return exit.incomplete;
  return text === undefined ? exitCodeOf(status) || exit.incomplete : exit.passed;
}

async function textOf(
  { run }: BurstResult,
  { tool, threads, latency, u_latency: uncorrected = false }: PrintOptions,
): Promise<readonly string[] | undefined> {
  if (run === undefined) return undefined;
  const { wrkText } = await import('../../lib/report/wrk/wrk-text.ts');
  return wrkText(run, {
    tool,
    threads,
    phase: wrkPhases.test,
    metric: wrkMetric,
    transfer: transferKey,
    latency: uncorrected || latency === true,
    uncorrected,
  });
}

/** Remarks about problems with the numbers, the reason for missing numbers, and broken limits. */
function remarksOf({ status, run }: BurstResult, isPrinted: boolean): readonly string[] {
  const { reason, advice, failures } = reportOf(status, run);
  const isRepeated = failures.some(({ message }) => reason?.includes(message));
  const remarks = [
    ...(reason === undefined || isRepeated
      ? []
      : [advice === undefined ? reason : `${reason}; try: ${advice}`]),
    ...failures.map(({ place, message }) => (place === undefined ? message : `${place}: ${message}`)),
    ...(run === undefined ? [] : unsentOf(run)),
  ];
  if (remarks.length === 0 && !isPrinted) return ['the test sent no request'];
  return few([...new Set(remarks)]);
}

/**
 * Remarks about requests that were never sent. When the target cannot keep up with the rate, the last
 * requests in the queue are in none of the numbers.
 */
function unsentOf({ phases, stats }: RunDocument): readonly string[] {
  const test = phases.find(({ name }) => name === wrkPhases.test);
  if (test === undefined || test.kind === 'always') return [];
  const { planned } = test.delivery;
  const own = stats.filter(({ name }) => name === test.name);
  const sent = own.reduce((sum, { total }) => sum + total.summary.requestCount, 0);
  if (sent >= planned) return [];
  return [
    `${exactly(planned - sent)} of ${counted(planned, 'request')} were not sent, because they still waited for a connection at the end of the run`,
  ];
}
