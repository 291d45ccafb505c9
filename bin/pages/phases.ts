import { stringify } from 'yaml';
import type { Arrivals } from '../../lib/driver/model/arrivals.ts';
import { definitions } from './format.ts';
import { fenced, page } from './markdown.ts';
import { picture } from './picture.ts';

const durationMs = 10_000;

/** The kinds in the order in which a reader needs them, with the numbers of their pictures. */
const kinds: readonly { readonly arrivals: Arrivals; readonly text: string }[] = [
  {
    arrivals: { kind: 'constantRate', usersPerSec: 5, variance: true },
    text: `An open model: users arrive whether or not earlier ones have been served, as they do at a public site. With
\`variance: true\`, which is the default, they come at random (a Poisson process), so a run of 50 users per second does not
count exactly 50 in every second. With \`variance: false\` they are spaced evenly, and every run sends exactly the same number.`,
  },
  {
    arrivals: { kind: 'increasingRate', initialUsersPerSec: 1, targetUsersPerSec: 9, variance: true },
    text: 'An open model whose rate climbs in a straight line. A good warm-up, and a way to find the rate at which a target gives in.',
  },
  {
    arrivals: { kind: 'decreasingRate', initialUsersPerSec: 9, targetUsersPerSec: 1, variance: true },
    text: 'The same downhill.',
  },
  {
    arrivals: { kind: 'atOnce', users: 8 },
    text: 'All users start together, and each runs the scenario once.',
  },
  {
    arrivals: { kind: 'always', users: 4 },
    text: `A closed model: so many users at work at any time; one who is done starts again. A slow target is asked less often,
which flatters it: use an open model to learn what the public would see. How long a visit takes is the target's answer; the
lengths in the picture are invented.`,
  },
  { arrivals: { kind: 'noop' }, text: 'Nobody comes. A pause that other phases can wait for.' },
];

/** docs/phases.md */
export const phasesPage = (): string =>
  page(
    'Phases and arrival models',
    `A phase says when users arrive. A user who arrives starts a session, runs the scenario once and leaves. Phases run side
by side unless one waits for another. All their keys are in [the benchmark document](document.md#phases).`,
    ...kinds.flatMap(({ arrivals, text }) => [
      `## \`${arrivals.kind}\``,
      definitions[`${arrivals.kind}Phase`]?.description ?? '',
      text,
      `![when users arrive: ${arrivals.kind}](pictures/${arrivals.kind}.svg)`,
      fenced('yaml', exampleOf(arrivals)),
    ]),
    order,
    sessions,
  );

/** The pictures by file name. */
export const pictures = (): readonly (readonly [file: string, svg: string])[] =>
  kinds.map(({ arrivals }) => [`${arrivals.kind}.svg`, picture(arrivals, durationMs)]);

function exampleOf(arrivals: Arrivals): string {
  const { kind, variance: _, ...numbers } = { variance: undefined, ...arrivals };
  const duration = kind === 'atOnce' ? {} : { duration: `${durationMs / 1000}s` };
  const scenario = kind === 'noop' ? {} : { scenario: [{ visit: [{ httpRequest: { GET: '/products' } }] }] };
  return stringify({
    phases: [{ [kind === 'noop' ? 'pause' : 'visit']: { [kind]: { ...numbers, ...duration, ...scenario } } }],
  });
}

const order = `## Which phase follows which

| key | the phase starts |
| --- | --- |
| none | with the benchmark |
| \`startTime: 10s\` | so long after the start of the benchmark |
| \`startAfter: rampUp\` | when \`rampUp\` lets in no new users: its \`duration\` is over |
| \`startAfterStrict: rampUp\` | when the last user of \`rampUp\` has left |

\`\`\`text
rampUp   |==== new users ====|---- the last ones finish ----|
                             ^ duration                     ^ all gone, at the latest after maxDuration
                             startAfter                     startAfterStrict
\`\`\`

Users who are still there after \`maxDuration\` are cut off. A phase with \`isWarmup: true\` is shown in grey.
When a phase fails, those that have not started are cancelled, unless the document says \`failurePolicy: CONTINUE\`.`;

const sessions = `## When the target is too slow

In an open model users keep coming, so more and more are inside. \`maxSessions\` is the most that may be (when absent, the
highest rate rounded up: users who take longer than a second need more). A user who finds no room is an error of the phase,
or with \`sessionLimitPolicy: CONTINUE\` only a warning. Connections are limited apart from that, by \`sharedConnections\` of the
target: who finds none free waits, and that time is reported as [blocked](report.md#blocked).`;
