import { numbered, plural } from '../../words.ts';
import { reading } from './limits.ts';
import { formatPath } from './path.ts';
import type { Problem } from './problem.ts';

/** Joins the two parts of a problem to one sentence: `what is wrong; what to do`. */
export const sentenceOf = ({ message, hint }: Pick<Problem, 'message' | 'hint'>): string =>
  hint === undefined ? message : `${message}; ${hint}`;

/** Formats a problem as one line: `file:line:column path: what is wrong; what to do`. */
export function formatProblem(file: string, problem: Problem): string {
  const { line, column, path } = problem;
  const warning = problem.severity === 'warning' ? 'warning: ' : '';
  return `${file}:${line}:${column} ${formatPath(path)}: ${warning}${sentenceOf(problem)}`;
}

/**
 * Sorts findings in the order of the text. A finding that is repeated because of an alias or a `!foreach` is
 * reported once.
 */
export function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const groups = new Map<string, Problem[]>();
  for (const problem of [...problems].sort((a, b) => a.line - b.line || a.column - b.column)) {
    const key = `${problem.line}:${problem.column} ${problem.message}`;
    const same = groups.get(key);
    if (same === undefined) groups.set(key, [problem]);
    else same.push(problem);
  }
  return atMost(reading.problemsMax, [...groups.values()].flatMap(saidOnce));
}

/**
 * Keeps the first `count` problems. When there are at least two more, a last line reports their number. A
 * repeated mistake is clear from the first ones.
 */
function atMost(count: number, problems: readonly Problem[]): readonly Problem[] {
  const [first, ...others] = problems.slice(count);
  if (first === undefined || others.length === 0) return problems;
  const { line, column } = first;
  const severity = [first, ...others].some((problem) => problem.severity === 'error') ? 'error' : 'warning';
  const message = `${numbered(problems.length - count, 'more problem')} from here on ${plural('is', problems.length - count, 'are')} not listed`;
  return [...problems.slice(0, count), { severity, path: [], line, column, message }];
}

/**
 * Joins several problems with the same text to one. Its message names the first copy of a template to which
 * it applies, and the number of further copies.
 */
function saidOnce([first, ...others]: readonly Problem[]): readonly Problem[] {
  if (first === undefined) return [];
  const { origin, ...problem } = first;
  if (origin === undefined) return [problem];
  const further = new Set(others.map((other) => other.origin).filter((other) => other !== origin)).size;
  const more = further === 0 ? '' : ` and ${further} more`;
  return [{ ...problem, message: `${problem.message} (${origin}${more})` }];
}
