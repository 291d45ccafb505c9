import { formatPath } from './path.ts';
import type { Problem } from './problem.ts';

/** `file:line:column path: what is wrong, what to do`, one line. */
export function formatProblem(file: string, problem: Problem): string {
  const { line, column, path, message, hint } = problem;
  const sentence = hint === undefined ? message : `${message}, ${hint}`;
  const warning = problem.severity === 'warning' ? 'warning: ' : '';
  return `${file}:${line}:${column} ${formatPath(path)}: ${warning}${sentence}`;
}

/** In the order of the text; what an alias repeats in several places is said once. */
export function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>();
  return [...problems]
    .sort((a, b) => a.line - b.line || a.column - b.column)
    .filter(({ line, column, message }) => {
      const key = `${line}:${column} ${message}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}
