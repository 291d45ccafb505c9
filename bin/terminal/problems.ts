import { formatPath } from '../../lib/driver/document/path.ts';
import type { Problem } from '../../lib/driver/document/problem.ts';
import type { Paint } from './terminal.ts';

/** `file:line:column path: what is wrong, what to do`: a form that editors and terminals turn into links. */
export function problemLine(file: string, problem: Problem, paint: Paint): string {
  const { line, column, path, severity, message, hint } = problem;
  const text = severity === 'warning' ? `${paint.yellow('warning:')} ${message}` : paint.red(message);
  const place = paint.bold(`${file}:${line}:${column}`);
  return `${place} ${formatPath(path)}: ${text}${hint === undefined ? '' : `, ${hint}`}`;
}
