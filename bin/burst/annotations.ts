import type { RunDocument } from '../../lib/driver/run/document.ts';
import { doubtsOf, failuresOf, type ReportFinding } from '../../lib/report/findings.ts';

/** The limit of annotations of one kind that GitHub shows for each step. It silently drops the others. */
const visibleMax = 10;

type Kind = 'error' | 'warning';

/**
 * The verdict of a run as commands of a GitHub workflow. GitHub shows these annotations at the top of a job
 * and of a pull request.
 */
export function annotationsOf(run: RunDocument): string[] {
  const { state, reason = state, health, info } = run;
  const advice = health.diagnosis === undefined ? '' : `\nTry: ${health.diagnosis.advice}`;
  const whole = { message: `${state}: ${reason}${advice}` };
  const unclear = doubtsOf(run).map((doubt) => ({ ...doubt, message: `cannot tell: ${doubt.message}` }));
  const failures = failuresOf(run).map(({ place, message, advice: mend }) => ({
    ...(place === undefined ? {} : { place }),
    message: mend === undefined ? message : `${message}\nTry: ${mend}`,
  }));
  const isOdd = state === 'inconclusive' || state === 'stopped';
  const first = state === 'passed' || (state === 'failed' && failures.length > 0) ? [] : [whole];
  return [
    ...annotations('error', info.benchmark, [...(isOdd ? [] : first), ...failures]),
    ...annotations('warning', info.benchmark, [...(isOdd ? first : []), ...unclear]),
  ];
}

/** The annotations for a burst without a run, with the messages that explain it. */
export const annotationsOfNoRun = (benchmark: string, messages: readonly string[]): string[] =>
  annotations(
    'error',
    benchmark,
    messages.map((message) => ({ message })),
  );

/** Makes annotations of findings. The last one counts the findings that are not shown. */
function annotations(kind: Kind, benchmark: string, all: readonly ReportFinding[]): string[] {
  const more = all.length - visibleMax + 1;
  const visible =
    all.length <= visibleMax
      ? all
      : [...all.slice(0, visibleMax - 1), { message: `${more} more like these` }];
  return visible.map((each) => annotation(kind, benchmark, each));
}

function annotation(kind: Kind, benchmark: string, { place, message }: ReportFinding): string {
  const title = place === undefined ? benchmark : `${benchmark}: ${place}`;
  return `::${kind} title=${property(title)}::${data(message)}`;
}

/** Escapes the characters that would end a line or an escape in a command of a workflow. */
const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** Escapes the characters that would end a property of a workflow's command, or its line. */
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
