import { numbered, plural } from '../../words.ts';
import { reading } from './limits.ts';
import { formatPath } from './path.ts';
import type { Problem } from './problem.ts';

/** `file:line:column path: what is wrong, what to do`, one line. */
export function formatProblem(file: string, problem: Problem): string {
  const { line, column, path, message, hint } = problem;
  const sentence = hint === undefined ? message : `${message}, ${hint}`;
  const warning = problem.severity === 'warning' ? 'warning: ' : '';
  return `${file}:${line}:${column} ${formatPath(path)}: ${warning}${sentence}`;
}

/**
 * Findings in the order of the text. A finding that an alias or `!foreach` repeats in several places is
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
 * A mistake that is repeated a thousand times is known from the first ones; the last line counts the others.
 */
function atMost(count: number, problems: readonly Problem[]): readonly Problem[] {
  const [first, ...others] = problems.slice(count);
  if (first === undefined || others.length === 0) return problems;
  const { line, column } = first;
  const severity = [first, ...others].some((problem) => problem.severity === 'error') ? 'error' : 'warning';
  const message = `${numbered(problems.length - count, 'more problem')} from here on ${plural('is', problems.length - count, 'are')} not listed`;
  return [...problems.slice(0, count), { severity, path: [], line, column, message }];
}

/** The first of several problems that say the same, and for which copies they do. */
function saidOnce([first, ...others]: readonly Problem[]): readonly Problem[] {
  if (first === undefined) return [];
  const { origin, ...problem } = first;
  if (origin === undefined) return [problem];
  const further = new Set(others.map((other) => other.origin).filter((other) => other !== origin)).size;
  const more = further === 0 ? '' : ` and ${further} more`;
  return [{ ...problem, message: `${problem.message} (${origin}${more})` }];
}
