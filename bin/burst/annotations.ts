import type { RunDocument } from '../../lib/driver/run/document.ts';
import { doubtsOf, failuresOf, type ReportFinding } from '../../lib/report/findings.ts';

/** GitHub shows so many of a kind for each step and drops the rest without a word. */
const shownMax = 10;

type Kind = 'error' | 'warning';

/**
 * The verdict of a run as commands of a GitHub workflow, which shows them at the top of a job and of a pull
 * request.
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

/** Of what kept a run from coming to its end. */
export const annotationsOfNoRun = (benchmark: string, messages: readonly string[]): string[] =>
  annotations(
    'error',
    benchmark,
    messages.map((message) => ({ message })),
  );

/** The last one that is shown counts those that are not. */
function annotations(kind: Kind, benchmark: string, all: readonly ReportFinding[]): string[] {
  const more = all.length - shownMax + 1;
  const shown =
    all.length <= shownMax ? all : [...all.slice(0, shownMax - 1), { message: `${more} more like these` }];
  return shown.map((each) => annotation(kind, benchmark, each));
}

function annotation(kind: Kind, benchmark: string, { place, message }: ReportFinding): string {
  const title = place === undefined ? benchmark : `${benchmark}: ${place}`;
  return `::${kind} title=${property(title)}::${data(message)}`;
}

/** What would end a line or an escape of it. */
const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** What would end a property, as well. */
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
