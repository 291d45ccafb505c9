import { formatPath } from '../../lib/driver/document/path.ts';
import type { Problem } from '../../lib/driver/document/problem.ts';
import type { Paint } from './terminal.ts';

/** `file:line:column path: what is wrong (hint)`: a form that editors and terminals turn into links. */
export function problemLine(file: string, problem: Problem, paint: Paint): string {
  const place = paint.bold(`${file}:${problem.line}:${problem.column}`);
  const path = problem.path.length === 0 ? '' : ` ${formatPath(problem.path)}`;
  const severity = problem.severity === 'error' ? paint.red('error') : paint.yellow('warning');
  const hint = problem.hint === undefined ? '' : paint.dim(` (${problem.hint})`);
  return `${place}${path}: ${severity} ${problem.message}${hint}`;
}
