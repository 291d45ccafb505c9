import { caching } from '../../../lib/driver/http/cache/limits.ts';
import { cookies } from '../../../lib/driver/http/cookies/limits.ts';
import { planning } from '../../../lib/driver/planning/limits.ts';
import { scenarios } from '../../../lib/driver/scenario/limits.ts';
import { sharing } from '../../../lib/driver/sharing/limits.ts';
import { code, fenced } from '../../generate/markdown.ts';
import { filledPage } from '../blocks.ts';
import { files, setting, started } from './example-setup.ts';
import { kindSection, kindsIn, overview, partSection } from './kinds.ts';

/** The parts of an `httpRequest` that have their own sections on the page. */
export const partsOfRequests = ['requestBodySource', 'formItem', 'sla'];

/** The page docs/steps.md. */
export const stepsPage = (): string =>
  filledPage('steps.md', {
    warningsMax: String(scenarios.warningsMax),
    ...Object.fromEntries(
      Object.entries(grouped()).map(([group, kinds]) => [group, groupSection(kinds)] as const),
    ),
    setting: fenced('yaml', setting),
    files: Object.keys(files).map(code).join(', '),
    started: fenced('yaml', `- ${started.replaceAll('\n', '\n  ')}`),
  });

/** The page docs/sharing.md. */
export const sharingPage = (): string =>
  filledPage('sharing.md', {
    cookiesUserMax: String(cookies.userMax),
    responsesUserMax: String(caching.responsesUserMax),
    segmentMinutesMax: String(planning.segmentMsMax / 60_000),
    sharedMiBMax: String(sharing.bytesMax / 2 ** 20),
  });

type Kinds = ReturnType<typeof kindsIn>;

/** The steps by the chapters of the page. All other steps are in the last chapter, about variables. */
function grouped(): { readonly [group: string]: Kinds } {
  const all = kindsIn('step');
  const named = Object.entries(groups).map(
    ([group, names]) => [group, names.flatMap((name) => all.filter((kind) => kind.name === name))] as const,
  );
  const others = all.filter(({ name }) => !Object.values(groups).flat().includes(name));
  return { ...Object.fromEntries(named), variables: others };
}

const groups: { readonly [group: string]: readonly string[] } = {
  requests: ['httpRequest', 'awaitAllResponses', 'markRequestInvalid', 'clearHttpCache', 'hotrodRequest'],
  pauses: ['thinkTime', 'scheduleDelay', 'awaitDelay', 'awaitVar', 'awaitInt', 'stopwatch'],
  flow: [
    'conditional',
    'loop',
    'foreach',
    'breakSequence',
    'breakIfFinished',
    'newSequence',
    'restartSequence',
    'nextSequence',
    'stop',
    'fail',
    'noop',
    'log',
  ],
  data: ['randomCsvRow', 'randomItem', 'randomInt', 'randomUUID', 'randomFile', 'timestamp'],
  shared: [
    'publishAgentData',
    'readAgentData',
    'pushSharedMap',
    'pullSharedMap',
    'addToSharedCounter',
    'getSharedCounter',
    'setSharedCounter',
    'publishGlobalCounters',
  ],
};

const groupSection = (kinds: Kinds): string =>
  [
    overview('step', kinds),
    ...kinds.flatMap((kind) => [
      ...kindSection('step', kind, '###'),
      ...(kind.name === 'httpRequest' ? requestParts() : []),
    ]),
  ]
    .filter((part) => part !== '')
    .join('\n\n');

const requestParts = (): readonly string[] => [
  ...partSection('requestBodySource', '`body` of a request', '###'),
  ...partSection('formItem', '`form` of a body', '###'),
  ...partSection('sla', '`sla` of a request', '###'),
];
