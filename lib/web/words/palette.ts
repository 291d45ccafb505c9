import { product, screenNames } from './frame.ts';

export const title = (): string => `Find or do something in ${product}`;
export const placeholder = (): string => 'A name, a number, a day, an expression from $, or an action';
export const close = (): string => 'Close';
export const results = (): string => 'Results';
export const found = (count: number): string => (count === 1 ? '1 result' : `${count} results`);
export const searching = (): string => 'Searching…';
export const nothing = (text: string): string =>
  `Downpour found nothing with the name ${text}, or you may not see it.`;
export const tooLong = (): string =>
  'The expression is too long for an address. Open a run, and enter the expression there.';
export const copied = (): string => 'The address of this screen is copied.';
export const notCopied = (): string => 'The browser does not allow the page to copy. Copy the address bar.';
export const looks = {
  system: 'The page has the colours of your system.',
  dark: 'The page has dark colours.',
  light: 'The page has light colours.',
} as const;
/** The word for the kind of a result, which the palette shows next to the result. */
export const kinds = {
  screen: 'screen',
  action: 'action',
  run: 'run',
  burst: 'burst',
  test: 'test',
  schema: 'schema',
  question: 'question',
  search: 'search',
} as const;
/** The screens without a variable in their address: the name, and what a person does there. */
export const screens = {
  start: [screenNames.start, 'write a document and start a burst'],
  now: [screenNames.now, 'what failed and what changed since yesterday'],
  runs: [screenNames.runs, 'all runs'],
  tests: [screenNames.tests, 'all tests with their trends'],
  changes: [screenNames.changes, 'changes that no person has confirmed'],
  bursts: [screenNames.bursts, 'bursts at work'],
  compare: [screenNames.compare, 'compare two groups of runs'],
  schemas: [screenNames.schemas, 'schemas and their labels'],
} as const;
export const ofRun = (id: string) =>
  ({
    ask: [`Questions of run ${id}`, 'ask this run'],
    tree: [`Document of run ${id}`, 'the run as a tree'],
  }) as const;
export const actions = {
  copy: ['Copy link', 'copy the address of this screen'],
  system: ['Colours of the system', 'dark or light'],
  dark: ['Dark colours', 'in this browser'],
  light: ['Light colours', 'in this browser'],
  signOut: ['Sign out', 'in all tabs'],
  signIn: ['Sign in', 'with a key or a password'],
} as const;
export const run = (id: number | string): string => `Run ${id}`;
export const runFacts = (test: string | null | undefined, state: string | undefined, start: string): string =>
  [test, state, start].filter((fact) => fact).join(', ');
export const burst = (id: string): string => `Burst ${id}`;
export const askRun = (id: string): string => `Ask run ${id}`;
export const searchRuns = (): string => 'Search the documents of all runs';
export const runsWith = (text: string): string => `All runs with ${text}`;
/** The words of a person for a day. */
export const days = { today: 0, yesterday: 1 } as const;
export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;
