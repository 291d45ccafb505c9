import type { Screens } from './shell/screen-host.tsx';

/** The code of each screen, which a browser loads when the screen is shown for the first time. */
export const screens: Screens = {
  now: () => import('./pages/now/screen.tsx'),
  runs: () => import('./pages/runs/screen.tsx'),
  run: () => import('./pages/run/screen.tsx'),
  ask: () => import('./pages/ask/screen.tsx'),
  tree: () => import('./pages/ask/tree-screen.tsx'),
  compare: () => import('./pages/compare/screen.tsx'),
  tests: () => import('./pages/tests/screen.tsx'),
  test: () => import('./pages/test/screen.tsx'),
  testPart: () => import('./pages/test/screen.tsx'),
  bursts: () => import('./pages/bursts/screen.tsx'),
  burst: () => import('./pages/burst/screen.tsx'),
  changes: () => import('./pages/changes/screen.tsx'),
  login: () => import('./pages/login/screen.tsx'),
};
