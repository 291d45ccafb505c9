import { formatPath } from '../../lib/driver/document/path.ts';
import type { Finding, Problem } from '../../lib/driver/document/problem.ts';
import type { Paint } from './terminal.ts';

/** `file:line:column path: what is wrong, what to do`: a form that editors and terminals turn into links. */
export function problemLine(file: string, problem: Problem, paint: Paint): string {
  return findingLine(`${file}:${problem.line}:${problem.column}`, problem, paint);
}

/** The same for what speaks of a document as a whole. */
export function findingLine(place: string, { severity, path, message, hint }: Finding, paint: Paint): string {
  const warning = severity === 'warning' ? paint.yellow('warning: ') : '';
  const told = severity === 'warning' ? message : paint.red(message);
  return `${paint.bold(place)} ${formatPath(path)}: ${warning}${told}${hint === undefined ? '' : `, ${hint}`}`;
}
