import type { Screens } from './shell/screen-host.tsx';

/** The code of each screen, which a browser loads when the screen is shown for the first time. */
export const screens: Screens = {
  now: () => import('./screens/now/screen.tsx'),
  runs: () => import('./screens/runs/screen.tsx'),
  run: () => import('./screens/run/screen.tsx'),
  ask: () => import('./screens/ask/screen.tsx'),
  tree: () => import('./screens/ask/tree-screen.tsx'),
  compare: () => import('./screens/compare/screen.tsx'),
  tests: () => import('./screens/tests/screen.tsx'),
  test: () => import('./screens/test/screen.tsx'),
  testPart: () => import('./screens/test/screen.tsx'),
  bursts: () => import('./screens/bursts/screen.tsx'),
  burst: () => import('./screens/burst/screen.tsx'),
  start: () => import('./screens/start/screen.tsx'),
  schedules: () => import('./screens/schedules/screen.tsx'),
  changes: () => import('./screens/changes/screen.tsx'),
  schemas: () => import('./screens/schemas/screen.tsx'),
  schema: () => import('./screens/schemas/schema-screen.tsx'),
  label: () => import('./screens/schemas/label-screen.tsx'),
  me: () => import('./screens/me/screen.tsx'),
  login: () => import('./screens/login/screen.tsx'),
};
