/**
 * `npm test`: runs every test file that needs only Node and npm, or the files in its arguments. Files that
 * leave the process unchanged share processes (groups.ts), and the slowest files start first. The product is
 * built once (prepare.ts). A line each second shows that the run makes progress. Exit code 0: all passed, 1:
 * a test failed, 2: wrong usage, 130: interrupted.
 */
import { parseArgs } from 'node:util';
import { peersLine } from '../peers/presence.ts';
import { filesOf } from './files.ts';
import { type Group, grouped } from './groups.ts';
import { prepare } from './prepare.ts';
import { jobsHere, noneToSpare, runAll, spareHere, triesAgainHere } from './processes.ts';
import { Report } from './report.ts';

const usage = `npm test -- [options] [file or folder ...]

  --jobs N      processes at the same time (default: two more than this machine has processors, and further
                ones while the processors have nothing to do)
  --slowest N   number of the slowest files in the list at the end (default: 20)
  --alone       runs each file in a separate process`;

const { values, positionals } = parsed();
const report = new Report(process.stdout, Number(values.slowest));
const files = filesOf(positionals);
if (files.length === 0) {
  console.error(`no test file matches: ${positionals.join(' ')}\n\n${usage}`);
  process.exit(2);
}
const jobs = Number(values.jobs ?? jobsHere());
const processes = grouped(files, values.alone);
report.begin(`${files.length} test files in ${processes.length} processes, ${jobs} at a time`, files.length);
const interrupted = new AbortController();
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interrupted.abort());
const { signal } = interrupted;
const prepared = prepare().then(() => true);
// A group of several files starts no built program, so it need not wait for the build.
const ready = async ({ length }: Group): Promise<boolean> => length > 1 || prepared;
const hasSpare = values.jobs === undefined ? spareHere() : noneToSpare;
await runAll(processes, { jobs, hasSpare, report, signal, triesAgain: triesAgainHere(), ready });
report.end(positionals.length === 0 ? peersLine() : undefined);
process.exitCode = interrupted.signal.aborted ? 130 : report.failed > 0 ? 1 : 0;

function parsed() {
  try {
    const given = parseArgs({
      allowPositionals: true,
      options: {
        jobs: { type: 'string' },
        slowest: { type: 'string', default: '20' },
        alone: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (!given.values.help) return given;
    console.log(usage);
    process.exit(0);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exit(2);
  }
}
