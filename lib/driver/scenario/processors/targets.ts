import type { Path } from '../../document/problem.ts';
import type { Processor } from '../../model/handlers.ts';
import { textOf } from '../fields.ts';
import type { Part } from '../groups.ts';
import type { SequenceCompiler } from '../kind.ts';
import type { Scope } from '../scope.ts';
import { inTurn } from './in-turn.ts';

/** Where values go: `toVar` (as `store`), `toArray` (as `array`), both in `format`, and `processor`. */
export function parseTargets(
  body: Readonly<Record<string, unknown>>,
  at: Path,
  scope: Scope,
): readonly Part[] | undefined {
  const { toVar, toArray, processor, format } = body;
  if (toVar === undefined && toArray === undefined && processor === undefined) {
    scope.findings.error(at, 'expected one of toVar, toArray and processor');
    return undefined;
  }
  return [
    ...(toVar === undefined ? [] : scope.parseParts('processor', { store: { toVar, format } }, at)),
    ...(toArray === undefined ? [] : parseArray(toArray, format, at, scope)),
    ...scope.parseParts('processor', processor, [...at, 'processor']),
  ];
}

/** `name[20]`; the brackets of `name[.][20]` before the last ones belong to the name. */
function parseArray(raw: unknown, format: unknown, at: Path, scope: Scope): readonly Part[] {
  const [, toVar, maxSize] = /^\s*(.+?)\s*\[\s*(\d+)\s*\]\s*$/.exec(textOf(raw) ?? '') ?? [];
  if (toVar !== undefined) return scope.parseParts('processor', { array: { toVar, maxSize, format } }, at);
  scope.findings.error(
    [...at, 'toArray'],
    `'${textOf(raw)}' needs the most values in brackets`,
    "write 'name[20]'",
  );
  return [];
}

export function compileTargets(parts: readonly Part[], compiler: SequenceCompiler): () => Processor {
  const factories = compiler.compileParts('processor', parts);
  return () => inTurn(factories.map((make) => make()));
}
