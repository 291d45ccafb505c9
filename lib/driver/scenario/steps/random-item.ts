import { isUtf8 } from 'node:buffer';
import type { Path } from '../../document/problem.ts';
import type { Read } from '../../model/session.ts';
import { bodyOf, textOf } from '../fields.ts';
import { contentOf } from '../files/content.ts';
import type { SequenceCompiler, StepKind } from '../kind.ts';
import type { Scope } from '../scope.ts';
import { lengthOf, listOf } from '../values.ts';
import { parseWeights, type Weighted, weightedIndex } from './weights.ts';

type Body = { readonly toVar: string } & (
  | { readonly items: readonly Weighted[] }
  | { readonly file: string }
  | { readonly fromVar: string }
);

const sources = ['list', 'file', 'fromVar'] as const;

export const randomItem: StepKind<Body> = {
  name: 'randomItem',
  summary:
    'Stores a random item of a list, where weights make some more frequent, a random line of a file, or an item of an array in a variable.',
  example: 'randomItem: { toVar: path, list: [/home, /search] }',
  cost: 'One random number and one write; a file is read once for each scenario and shard and kept as lines, weights cost a search, logarithmic in the list, and an array a look for its first unset slot.',
  atError: 'An unset `fromVar`, one that holds no array, or an empty array fails the phase.',
  parse(raw, at, scope) {
    const body = typeof raw === 'string' ? shorthand(raw) : (bodyOf(raw) ?? {});
    const toVar = textOf(body.toVar);
    if (toVar) scope.writesVariable(toVar, 'object', at);
    const given = sources.filter((key) => body[key] !== undefined);
    if (!toVar || given.length !== 1) {
      scope.findings.error(
        at,
        'randomItem needs toVar and exactly one of list, file and fromVar',
        "write 'randomItem: item <- array' for an array in a variable",
      );
      return undefined;
    }
    const file = textOf(body.file);
    if (file !== undefined) {
      checkLines(file, [...at, 'file'], scope);
      return { toVar, file };
    }
    const fromVar = textOf(body.fromVar);
    if (fromVar !== undefined) {
      scope.readsVariable(fromVar, 'object', at);
      return { toVar, fromVar };
    }
    const items = parseWeights(body.list, [...at, 'list'], scope);
    return items.length === 0 ? undefined : { toVar, items };
  },
  compile(body, compiler) {
    const write = compiler.variables.write(body.toVar);
    const draw = drawOf(body, compiler);
    return [
      (session, sequence) => {
        write(session, sequence, draw(session, sequence));
        return true;
      },
    ];
  },
};

function drawOf(body: Body, { variables, random, environment }: SequenceCompiler): Read {
  if ('items' in body) {
    const texts = body.items.map((item) => item.text);
    const index = weightedIndex(body.items, random);
    return () => texts[index()];
  }
  if ('file' in body) {
    const lines = linesOf(contentOf(body.file, environment));
    return () => lines[(random.next() * lines.length) | 0];
  }
  const { fromVar } = body;
  const array = variables.need(fromVar);
  return (session, sequence) => {
    const items = listOf(array(session, sequence), fromVar);
    const length = lengthOf(items);
    if (length === 0) throw new Error(`array '${fromVar}' is empty, so there is no random item`);
    return items[(random.next() * length) | 0];
  };
}

/** One item a line; empty lines are none. */
const linesOf = (bytes: Uint8Array): readonly string[] =>
  new TextDecoder()
    .decode(bytes)
    .split(/\r?\n/)
    .filter((line) => line !== '');

function checkLines(file: string, at: Path, scope: Scope): void {
  const bytes = scope.needsFile(file, at);
  if (bytes === undefined) return;
  if (!isUtf8(bytes)) scope.findings.error(at, `file '${file}' is not UTF-8 text`, 'save it as UTF-8');
  else if (linesOf(bytes).length === 0) scope.findings.error(at, `file '${file}' has no line with text`);
}

function shorthand(text: string): Readonly<Record<string, unknown>> {
  const [toVar, fromVar, ...more] = text.split('<-');
  return more.length > 0 || !fromVar?.trim() ? {} : { toVar: toVar?.trim(), fromVar: fromVar.trim() };
}
