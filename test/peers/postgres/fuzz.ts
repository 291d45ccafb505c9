/**
 * Compares random paths with a real PostgreSQL 15: `node fuzz.ts [paths] [seed] [directory of initdb and
 * postgres]`. Values, SQLSTATEs and reasons must be the same; every other difference must be
 * one of `explained`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '../../../lib/results/query/sql/sql-json-path.ts';
import { answer, type Verdict } from '../../results/query/sql/answer.ts';
import { Dice, randomPath } from '../../results/query/sql/random-path.ts';
import { Postgres, type Question } from './postgres.ts';

const batchSize = 2000;

/** Documents with features that the documents of the cases lack. */
const ownDocuments = {
  names:
    '{"size":{"type":[1,2]},"é":1,"":2,"a b":[[1],[[2]],[]],"😀":{"last":3},"null":null,"k\\"":{"é":{}},"a":{"a":{"a":[1]}}}',
  digits:
    '[1.50,1e3,9007199254740993,-0,-0.0,1E-7,0.1,0.2,0.30,1e200,1e-200,123456789012345678901234567890.123456789,-7.5,99999999,10000,9999.9999]',
  texts:
    '{"dates":["2026-01-05","2026-01-05T08:00:00","12:34:56","12:34:56+02","2026-01-05 08:00:00+01:00","2025-12-31T23:00:00-08","x"],"texts":["abc","ABC","a\\nb","été","a.b","","foo bar","1.5","0x1F"," 7 ","😀"],"t":"2026-01-05"}',
  deep: '{"a":[{"b":[{"c":[1,[2,[3]]]},{"c":"x"}]},{"b":{"c":null}},[[{"b":1}]]],"b":[[],{},[{}]],"c":{"a":{"b":{"c":[true,false,null]}}}}',
};

/**
 * Intended differences from PostgreSQL. Each has a description, and a function that recognises the
 * difference.
 */
const explained: readonly {
  readonly why: string;
  readonly is: (ours: Verdict, theirs: Verdict, path: string) => boolean;
}[] = [
  {
    why: 'patterns that no automaton matches in linear time are refused: look-around, back-references',
    is: (ours) => 'reason' in ours && ours.reason.endsWith('cannot be matched in linear time'),
  },
  {
    why: 'numbers may be written as PostgreSQL 16 writes them',
    is: (_ours, theirs, path) =>
      'sqlState' in theirs && theirs.sqlState === '42601' && /(?:(?<![.\w])0[xob]|\d_)\w/i.test(path),
  },
  {
    why: 'messages count and cut characters, the original bytes: half of one is shown as U+FFFD, or counted twice',
    is: (ours, theirs) =>
      display(theirs).includes('\ufffd') ||
      asciiOnly(display(ours)).replace(/only \d+/, '') === asciiOnly(display(theirs)).replace(/only \d+/, ''),
  },
];

const asciiOnly = (text: string): string => text.replaceAll(/[^\0-\x7f]/g, '');

async function fuzz(paths: number, start: number): Promise<0 | 1> {
  const postgres = await Postgres.start(programs);
  const tally = new Map<string, number>();
  try {
    const dice = new Dice(start);
    for (let done = 0; done < paths; done += batchSize) {
      const questions = makeQuestions(dice, Math.min(batchSize, paths - done));
      const verdicts = postgres.ask(questions);
      for (const [at, question] of questions.entries()) compare(question, verdicts[at] as Verdict, tally);
    }
  } finally {
    await postgres.stop();
  }
  for (const [what, times] of tally) console.log(`${String(times).padStart(8)}  ${what}`);
  return tally.has('unexplained') ? 1 : 0;
}

function loadDocuments(): Readonly<Record<string, string>> {
  const file = join(import.meta.dirname, '../../data/sql-json-path/documents.json');
  return { ...(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>), ...ownDocuments };
}

const texts = Object.values(loadDocuments());
const parsed = new Map(texts.map((text) => [text, readJson(text)]));
const names = new Map(texts.map((text) => [text, namesIn(JSON.parse(text))]));

/** Names that a document has, and some names that it does not have. */
function namesIn(document: unknown): string[] {
  const found = new Set(['a', 'nope', 'value', 'key']);
  JSON.stringify(document, (name, value) => {
    if (!/^\d+$/.test(name)) found.add(name);
    return value;
  });
  return [...found];
}

function makeQuestions(dice: Dice, size: number): Question[] {
  return Array.from({ length: size }, () => {
    const document = dice.pick(texts);
    return { document, path: randomPath(dice, names.get(document) ?? []) };
  });
}

function compare(question: Question, theirs: Verdict, tally: Map<string, number>): void {
  const ours = answer(parsed.get(question.document)!, question.path);
  const what = judge(question, ours, theirs);
  tally.set(what, (tally.get(what) ?? 0) + 1);
  if (what !== 'unexplained') return;
  console.log(`${JSON.stringify(question.path)} on ${question.document.slice(0, 60)}`);
  console.log(`  ours   ${display(ours)}\n  theirs ${display(theirs)}`);
}

function judge({ path }: Question, ours: Verdict, theirs: Verdict): string {
  if (display(ours) === display(theirs))
    return 'sqlState' in ours ? `same error ${ours.sqlState}` : 'same value';
  return explained.find(({ is }) => is(ours, theirs, path))?.why ?? 'unexplained';
}

function display(verdict: Verdict): string {
  if ('array' in verdict) return verdict.array;
  return `${verdict.sqlState} | ${verdict.reason}`;
}

const [count = '20000', seed = '1', programs] = process.argv.slice(2);
process.exitCode = await fuzz(Number(count), Number(seed));
