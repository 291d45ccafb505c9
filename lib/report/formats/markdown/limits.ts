import type { RunDocument } from '../../../driver/run/document.ts';
import { type ReportFinding, unjudgedOf } from '../../findings.ts';
import type { Verdict } from '../../limit-verdict.ts';
import { limitWords, measuredWords, placeOf } from '../../limit-words.ts';
import { counted, exactly } from '../../units.ts';
import { escaped, type TextColumn, tableWithin } from './text.ts';

const columns: readonly TextColumn[] = [
  { title: '' },
  { title: 'limit' },
  { title: 'of' },
  { title: 'measured', align: 'right' },
  { title: 'requests', align: 'right' },
  { title: 'when' },
];

/** Lists every limit, broken limits first. Default limits that held share one line. */
export function limitsSection(run: RunDocument, bytes: number): string[] {
  const unjudged = unjudgedOf(run);
  if (run.verdicts.length === 0 && unjudged.length === 0) return [];
  const isQuiet = (verdict: Verdict): boolean => verdict.passed && verdict.isDefault === true;
  const listed = run.verdicts.filter((verdict) => !isQuiet(verdict));
  const rows = listed.toSorted((one, other) => rank(one) - rank(other)).map((verdict) => row(verdict, run));
  return [
    '### Limits',
    '',
    ...(rows.length === 0 ? [] : [...tableWithin(bytes, columns, rows), '']),
    ...(unjudged.length === 0
      ? []
      : [...tableWithin(bytes / 4, unjudgedColumns, unjudged.map(unjudgedRow)), '']),
    ...quiet(run.verdicts.filter(isQuiet)),
  ];
}

const unjudgedColumns: readonly TextColumn[] = [{ title: '' }, { title: 'limit' }, { title: 'of' }];

const unjudgedRow = ({ place = '', message }: ReportFinding): string[] => [
  '➖ not judged',
  escaped(message),
  escaped(place),
];

const rank = ({ passed, unclear }: Verdict): number => (passed ? 2 : unclear === true ? 1 : 0);

function row(verdict: Verdict, run: RunDocument): string[] {
  return [
    wordOf(verdict, run),
    escaped(limitWords(verdict)),
    escaped(placeOf(verdict)),
    escaped(measuredWords(verdict)),
    exactly(verdict.requests),
    whenOf(verdict, run),
  ];
}

/**
 * The word for the verdict about a limit. When a problem of the load generator may have broken the limit, the
 * word is not `broken`.
 */
function wordOf({ passed, unclear }: Verdict, { state }: RunDocument): string {
  if (passed) return '✅ held';
  return unclear === true || state === 'inconclusive' ? '❔ cannot tell' : '❌ broken';
}

/** The time window in which a limit was broken. */
function whenOf({ passed, window, phase }: Verdict, { phases }: RunDocument): string {
  const start = phases.find(({ name }) => name === phase)?.start;
  if (passed || start === undefined || start === null) return '';
  const clock = (ms: number): string => new Date(start + ms).toISOString().slice(11, 19);
  return `${clock(window.startMs)}–${clock(window.endMs)} UTC`;
}

function quiet(verdicts: readonly Verdict[]): string[] {
  if (verdicts.length === 0) return [];
  const rules = [...Map.groupBy(verdicts, limitWords)].map(
    ([words, same]) => `${escaped(words)} (${counted(same.length, 'metric')})`,
  );
  return [`Kept by default: ${rules.join(', ')}.`, ''];
}
