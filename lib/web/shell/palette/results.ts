import { addressMax, addressOf } from '../../addresses/table.ts';
import type { Found } from '../../data/lists/found.ts';
import * as words from '../../words/palette.ts';
import { instant } from '../../words/times.ts';
import { type Look, looks } from '../looks.ts';
import { hasWords, type Meaning } from './meaning.ts';

/** A place that the palette leads to, or something that it does. */
export type Result = {
  /** Identifies a result among the results of a text. */
  readonly key: string;
  readonly kind: keyof typeof words.kinds;
  readonly name: string;
  /** More about the result. Empty: there is no more. */
  readonly detail: string;
} & Target;

type Target = { readonly href: string } | { readonly act: Action };

export type Action = 'copy' | 'signOut' | Look;

/** The facts about the page on which results depend. */
export type Situation = {
  /** The path of the present screen. */
  readonly path: string;
  /** The run of the present screen. */
  readonly run?: string;
  readonly nowMs: number;
  /** True: times are in UTC instead of the zone of the reader. */
  readonly isUtc: boolean;
  readonly isSignedIn: boolean;
  /** The present colours. */
  readonly look: Look;
  /** The address of the sign-in, which returns to the present screen. */
  readonly signIn: string;
};

/** The most results, and the most of one kind. */
export const resultsMax = 12;
const ofKindMax = 5;

/**
 * The results of a text. Those that the page knows come first, so that a late answer moves none of them.
 * @param found the answer of the API. Undefined: it has not come.
 */
export function resultsOf(
  meaning: Meaning,
  situation: Situation,
  found: Found | undefined,
): readonly Result[] {
  const counts = new Map<string, number>();
  // True when the API has answered whether a run with this id exists.
  const isAnswered = meaning.kind === 'id' && found !== undefined && found.error === undefined;
  const known = isAnswered ? [] : knownOf(meaning, situation);
  return [...known, ...(found === undefined ? [] : listed(meaning, situation, found))]
    .filter(({ kind, key }, at, all) => {
      if (all.findIndex((each) => each.key === key) !== at) return false;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      return (counts.get(kind) ?? 0) <= ofKindMax;
    })
    .slice(0, resultsMax);
}

/** The results that need no answer of the API. */
function knownOf(meaning: Meaning, situation: Situation): readonly Result[] {
  switch (meaning.kind) {
    case 'nothing':
      return places(situation);
    case 'id':
      return [runResult(meaning.id, '')];
    case 'burst':
      return [result('burst', words.burst(meaning.id), '', { href: addressOf('burst', { id: meaning.id }) })];
    case 'expression':
      return expressionResults(meaning.text, situation);
    case 'words': {
      if (meaning.day !== undefined) return [];
      const named = places(situation).filter(({ name, detail }) =>
        hasWords(`${name} ${detail}`, meaning.words),
      );
      return byBeginning(named, meaning.words);
    }
  }
}

/** The results of the API. */
function listed(
  meaning: Meaning,
  { nowMs, isUtc }: Situation,
  { runs, tests, schemas }: Found,
): readonly Result[] {
  if (meaning.kind !== 'id' && meaning.kind !== 'words') return [];
  const wanted = meaning.kind === 'words' ? meaning.words : [];
  const testResults = tests.map(({ id, name }) =>
    result('test', name, '', { href: addressOf('test', { id }) }),
  );
  const schemaResults = schemas.map(({ id, name, uri }) =>
    result('schema', name, uri, { href: addressOf('schema', { id }) }),
  );
  const text = wanted.join(' ');
  const hasText = meaning.kind === 'words' && meaning.day === undefined;
  return [
    ...runs.map(({ id, testname, outcome, start }) =>
      runResult(id, words.runFacts(testname, outcome?.state, instant(start, nowMs, isUtc))),
    ),
    ...byBeginning(testResults, wanted),
    ...byBeginning(schemaResults, wanted),
    ...(hasText
      ? [result('search', words.runsWith(text), '', { href: addressOf('runs', {}, { text }) })]
      : []),
  ];
}

const result = (kind: Result['kind'], name: string, detail: string, target: Target): Result => ({
  key: `${kind} ${'href' in target ? target.href : target.act}`,
  kind,
  name,
  detail,
  ...target,
});

const runResult = (id: number, detail: string): Result =>
  result('run', words.run(id), detail, { href: addressOf('run', { id }) });

function expressionResults(text: string, { run }: Situation): readonly Result[] {
  const asks =
    run === undefined || text.startsWith('@')
      ? []
      : [result('question', words.askRun(run), text, { href: addressOf('ask', { id: run }, { q: text }) })];
  const search = result('search', words.searchRuns(), text, { href: addressOf('runs', {}, { q: text }) });
  return [...asks, search].filter((each) => 'href' in each && each.href.length <= addressMax);
}

/** The screens and the actions. */
function places({ path, run, isSignedIn, look, signIn }: Situation): readonly Result[] {
  const ofRun = run === undefined ? undefined : words.ofRun(run);
  const screens = (Object.keys(words.screens) as (keyof typeof words.screens)[]).map((screen) => {
    const [name, detail] = words.screens[screen];
    return result('screen', name, detail, { href: addressOf(screen) });
  });
  const parts = (['ask', 'tree'] as const).flatMap((screen) => {
    if (ofRun === undefined || run === undefined) return [];
    const [name, detail] = ofRun[screen];
    return result('screen', name, detail, { href: addressOf(screen, { id: run }) });
  });
  const [copyName, copyDetail] = words.actions.copy;
  const [outName, outDetail] = words.actions.signOut;
  const [inName, inDetail] = words.actions.signIn;
  return [
    ...[...parts, ...screens].filter((each) => !('href' in each) || each.href !== path),
    result('action', copyName, copyDetail, { act: 'copy' }),
    ...looks.flatMap((each) => {
      if (each === look) return [];
      const [name, detail] = words.actions[each];
      return result('action', name, detail, { act: each });
    }),
    isSignedIn
      ? result('action', outName, outDetail, { act: 'signOut' })
      : result('action', inName, inDetail, { href: signIn }),
  ];
}

/** Moves results whose names begin with the words to the front. */
function byBeginning(results: readonly Result[], wanted: readonly string[]): readonly Result[] {
  const text = wanted.join(' ').toLowerCase();
  const begins = ({ name }: Result): boolean => name.toLowerCase().startsWith(text);
  return [...results.filter(begins), ...results.filter((each) => !begins(each))];
}
