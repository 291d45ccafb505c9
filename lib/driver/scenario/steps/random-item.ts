import { isUtf8 } from 'node:buffer';
import { exactlyOne, type Mapping, required } from '../../declaration/field.ts';
import { name } from '../../declaration/scalars.ts';
import { intoLeft } from '../../declaration/short-forms.ts';
import { textOf } from '../../declaration/value-readers.ts';
import type { Path } from '../../document/problem.ts';
import type { Read } from '../../model/session.ts';
import { reads, writes } from '../declaration/variables.ts';
import { contentOf } from '../files/content.ts';
import { type SequenceCompiler, step } from '../kind.ts';
import type { Scope } from '../scope.ts';
import { lengthOf, listOf } from '../values.ts';
import { type Weighted, weightedIndex, weights, weightsDefinition } from './weights.ts';

/** Parses the short form `toVar <- fromVar`. Both are names of variables. */
const pick = (text: string): Mapping | undefined =>
  text.split('<-').length > 2 ? undefined : intoLeft('toVar', 'fromVar')(text);

type Source =
  | { readonly list: readonly Weighted[] }
  | { readonly file: string }
  | { readonly fromVar: string };

const weightedList = weightsDefinition('weightedList', {
  title: 'a list of texts, or a mapping of text to weight',
  description:
    'Texts to choose from: a list (equal weights), or a mapping (or list of mappings) of text to a weight.',
  example: ['umbrella', 'boots'],
});

export const randomItem = step({
  name: 'randomItem',
  summary:
    'Stores a random item of a list, where weights make some more frequent, a random line of a file, or an item of an array in a variable.',
  example: 'randomItem: { toVar: path, list: [/home, /search] }',
  cost: 'One random number and one write. A file is read once for each scenario and shard, and its lines stay in memory. Weights cost a search, logarithmic in the list. An array costs a search for its first unset slot.',
  atError: 'An unset `fromVar`, a `fromVar` without an array, or an empty array fails the phase.',
  fields: {
    toVar: required(writes('object', 'Name of the session variable that receives the item.', 'wish')),
    from: exactlyOne({
      list: weights(weightedList, 'Items to choose from, with or without weights.', ['umbrella', 'boots']),
      file: {
        ...name('File with one item per line, relative to the benchmark document.', 'cities.txt'),
        parse: parseLines,
      },
      fromVar: reads('object', 'Name of the session variable with the array.', 'basket'),
    }),
  },
  short: { words: '`to <- from` with an array variable.', read: pick },
  write: 'randomItem: { toVar: item, list: [one, two] }',
  compile({ toVar, from }, compiler) {
    const write = compiler.variables.write(toVar);
    const draw = drawOf(from, compiler);
    return [
      (session, sequence) => {
        write(session, sequence, draw(session, sequence));
        return true;
      },
    ];
  },
});

function drawOf(from: Source, { variables, random, environment }: SequenceCompiler): Read {
  if ('list' in from) {
    const texts = from.list.map((item) => item.text);
    const index = weightedIndex(from.list, random);
    return () => texts[index()];
  }
  if ('file' in from) {
    const lines = linesOf(contentOf(from.file, environment));
    return () => lines[(random.next() * lines.length) | 0];
  }
  const { fromVar } = from;
  const array = variables.need(fromVar);
  return (session, sequence) => {
    const items = listOf(array(session, sequence), fromVar);
    const length = lengthOf(items);
    if (length === 0) throw new Error(`array '${fromVar}' is empty, so there is no random item`);
    return items[(random.next() * length) | 0];
  };
}

/** The items of a file. Each line is an item, and empty lines are left out. */
const linesOf = (bytes: Uint8Array): readonly string[] =>
  new TextDecoder()
    .decode(bytes)
    .split(/\r?\n/)
    .filter((line) => line !== '');

function parseLines(raw: unknown, at: Path, scope: Scope): string | undefined {
  const file = textOf(raw);
  const bytes = file === undefined ? undefined : scope.needsFile(file, at);
  if (bytes === undefined) return file;
  if (!isUtf8(bytes)) scope.findings.error(at, `file '${file}' is not UTF-8 text`, 'save the file as UTF-8');
  else if (linesOf(bytes).length === 0)
    scope.findings.error(
      at,
      `file '${file}' has no line with text`,
      'write one item on each line of the file',
    );
  return file;
}
