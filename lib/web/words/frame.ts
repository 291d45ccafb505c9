/**
 * The name of the product. All texts that several screens use are in this file, so that a translation
 * replaces only this file.
 */
export const product = 'Downpour';
export const loading = (): string => 'Loading';
export const tryAgain = (): string => 'Try again';
export const silent = (): string => 'The server has not answered yet.';
export const silentTryAgain = (): string => `${silent()} Wait, or try again.`;
export const requestId = (id: string): string => `Request ${id}`;
export const unexpected = (): string => 'The page failed to show this part.';
export const asOf = (time: string): string => `as of ${time}`;
export const notFound = (path: string): string => `No screen has the address ${path}.`;
export const toNow = (): string => 'Go to the first screen';
export const signIn = (): string => 'Sign in';
export const signInFirst = (): string => 'Sign in, then try again.';
export const menu = (): string => 'Menu';
export const signOut = (): string => 'Sign out';
export const expired = (): string => 'The server no longer accepts your key.';
export const publicOnly = (): string => 'You see only public data.';
export const newer = (): string => 'The server has a newer version of this page.';
export const loadAgain = (): string => 'Load it again';
export const screenLost = (): string =>
  'The server no longer has this part of the page. The server probably has a newer version.';
export const codeFailed = (reason: string): string =>
  `This browser cannot run this part of the page (${reason}). Update it, or use another browser.`;
export const noAnswer = (): string => 'The server does not answer. Check the network, then try again.';
export const partOfName = (): string => 'Part of a name';
export const restored = (): string => 'The text that you typed before is here again. It is not saved.';
export const discard = (): string => 'Discard it';
export const save = (): string => 'Save';
export const saving = (): string => 'Saving…';
export const unchanged = (): string => 'Nothing has changed.';
export const discardChanges = (): string => 'Discard my changes';
export const replace = (): string => 'Replace it with mine';
/** The button of the palette, and its keys. */
export const find = (): string => 'Find or do';
export const findKeys = (): string => 'Ctrl K';
export const skip = (): string => 'Skip to the content';
export const mainNavigation = (): string => 'Main';
export const screenNames = {
  now: 'Now',
  runs: 'Runs',
  run: 'Run',
  ask: 'Questions',
  tree: 'Document',
  compare: 'Comparison',
  tests: 'Tests',
  test: 'Test',
  testPart: 'Test',
  bursts: 'Bursts',
  burst: 'Burst',
  start: 'Start',
  schedules: 'Schedules',
  changes: 'Changes',
  schemas: 'Schemas',
  schema: 'Schema',
  label: 'Label',
  me: 'Account',
  login: 'Sign in',
} as const;
/** The words of the states of runs and bursts. */
export const states = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'inconclusive',
  stopped: 'stopped',
  incomplete: 'incomplete',
  running: 'running',
  starting: 'starting',
  aborted: 'aborted',
} as const;
