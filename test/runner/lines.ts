import { readFileSync } from 'node:fs';
import type { TestEvent } from 'node:test/reporters';

/** The result of one test, which a process reports as a line of JSON. */
export type TestLine = {
  readonly file: string;
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
};

/**
 * The last line that a process writes when it ends normally. On Linux, `cpuMs` includes the programs that the
 * process started and that have ended.
 */
export type LastLine = { readonly cpuMs: number };

/**
 * A reporter for Node's tests. It writes a line of JSON for each test, and one for the process. Suites do not
 * count as tests.
 */
export default async function* lines(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of source) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { details, file = '', name, skip } = event.data;
    if (details.type === 'suite' && event.type === 'test:pass') continue;
    // A suite is not a test. A suite counts only when it fails by itself: in a hook, or because its file does
    // not load.
    if (details.type === 'suite' && !failsByItself(event)) continue;
    const outcome =
      skip !== undefined && skip !== false ? 'skipped' : event.type === 'test:pass' ? 'passed' : 'failed';
    yield `${JSON.stringify({ file, name, outcome } satisfies TestLine)}\n`;
  }
  const { user, system } = process.cpuUsage();
  yield `${JSON.stringify({ cpuMs: (user + system) / 1_000 + childrenMs() } satisfies LastLine)}\n`;
}

/**
 * The processor time of all child processes that have ended: fields 16 and 17 of proc_pid_stat(5), in
 * hundredths of a second.
 */
function childrenMs(): number {
  if (process.platform !== 'linux') return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

type Result = Extract<TestEvent, { readonly type: 'test:pass' | 'test:fail' }>;

function failsByItself({ data }: Result): boolean {
  const error = 'error' in data.details ? data.details.error : undefined;
  return error !== undefined && 'failureType' in error && error.failureType !== 'subtestsFailed';
}
