import { address } from '../addresses/router.ts';
import { addressOf, type ScreenName } from '../addresses/table.ts';
import { screenNames } from '../words/frame.ts';

export const bar = [
  'now',
  'runs',
  'tests',
  'changes',
  'bursts',
  'start',
] as const satisfies readonly ScreenName[];

type Entry = (typeof bar)[number] | 'schemas' | 'schedules' | 'me';

/** The link in the bar or the menu that is highlighted while a screen is shown. */
const entryOf: Readonly<Record<ScreenName, Entry | undefined>> = {
  now: 'now',
  runs: 'runs',
  run: 'runs',
  ask: 'runs',
  tree: 'runs',
  compare: 'runs',
  tests: 'tests',
  test: 'tests',
  testPart: 'tests',
  bursts: 'bursts',
  burst: 'bursts',
  start: 'start',
  schedules: 'schedules',
  changes: 'changes',
  schemas: 'schemas',
  schema: 'schemas',
  label: 'schemas',
  me: 'me',
  login: undefined,
};

/** A link to a screen, which states whether it is the present screen. */
export function ScreenLink({ screen }: { readonly screen: Entry }) {
  const { found } = address.value;
  const isPresent = found !== undefined && entryOf[found.screen] === screen;
  return (
    <a href={addressOf(screen)} aria-current={isPresent ? 'page' : undefined}>
      {screenNames[screen]}
    </a>
  );
}
