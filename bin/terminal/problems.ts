import { formatPath } from '../../lib/driver/document/path.ts';
import type { Problem } from '../../lib/driver/document/problem.ts';
import { DownpourError } from '../../lib/errors.ts';
import { nameInMessages } from './file-name.ts';
import type { Paint } from './paint.ts';

/**
 * A problem in one line: `file:line:column path: problem; next step`. Editors and terminals make links of
 * this form.
 */
export function problemLine(file: string, problem: Problem, paint: Paint): string {
  const { line, column, path, severity, message, hint } = problem;
  const text = severity === 'warning' ? `${paint.yellow('warning:')} ${message}` : paint.red(message);
  const place = paint.bold(`${nameInMessages(file)}:${line}:${column}`);
  return `${place} ${formatPath(path)}: ${text}${hint === undefined ? '' : `; ${hint}`}`;
}

/**
 * The errors in a rejected document with the name of the file, from the local check or from the API. An
 * example is a target that the deployment does not allow. The warnings were printed when the document was
 * read.
 */
export function problemsOf(
  refusal: unknown,
): readonly { readonly file: string; readonly problem: Problem }[] {
  const { details } = refusal instanceof DownpourError ? refusal : {};
  if (typeof details !== 'object' || details === null || !('problems' in details)) return [];
  const { problems, file = 'document' } = details as { problems: readonly Problem[]; file?: string };
  return problems.filter(({ severity }) => severity === 'error').map((problem) => ({ file, problem }));
}
