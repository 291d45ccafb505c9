import { Pattern, patternOf } from '../../patterns/pattern.ts';
import type { QueryError } from '../../query-error.ts';
import type { Ast } from './ast.ts';
import { parsePath } from './parse-path.ts';

/** An expression as an AST, or why it is none: the first place where the grammar cannot go on. */
export const parseJsonPath = (text: string): Ast | QueryError => parsePath(text, checkPattern);

/** A regular expression is compiled here already, so that a wrong one is refused with its place. */
function checkPattern(source: string, flags: string): string | undefined {
  const pattern = patternOf(source, flags);
  return pattern instanceof Pattern ? undefined : pattern.message;
}
