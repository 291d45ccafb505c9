import { stringify } from 'yaml';
import type { ArrivalKind } from '../../lib/driver/arrivals/arrival-kind.ts';
import { arrivalKinds, modelOf } from '../../lib/driver/arrivals/registry.ts';
import type { Arrivals } from '../../lib/driver/model/arrivals.ts';
import { definitions } from '../generate/format.ts';
import { fenced, page } from '../generate/markdown.ts';
import { picture } from './picture.ts';

const durationMs = 10_000;
const kinds = [...arrivalKinds.values()];

/** docs/phases.md */
export const phasesPage = (): string =>
  page(
    'Phases and arrival models',
    `A phase says when users arrive. A user who arrives starts a session, runs the scenario once and leaves. Phases run side
by side unless one waits for another. All their keys are in [the benchmark document](document.md#phases).`,
    ...kinds.flatMap((each) => [
      `## \`${each.kind}\``,
      definitions[`${each.kind}Phase`]?.description ?? '',
      each.summary,
      `![when users arrive: ${each.kind}](pictures/${each.kind}.svg)`,
      fenced('yaml', exampleOf(each)),
    ]),
    order,
    parts,
    shortForms,
    sessions,
  );

/** The pictures by file name. */
export const pictures = (): readonly (readonly [file: string, svg: string])[] =>
  kinds.map((each) => [`${each.kind}.svg`, picture(exampleArrivals(each), durationMs)]);

/** The kind and its numbers belong together; a union of kinds cannot say so. */
const exampleArrivals = ({ kind, example }: ArrivalKind): Arrivals => ({ kind, ...example }) as Arrivals;

function exampleOf(each: ArrivalKind): string {
  const { kind, variance: _, ...numbers } = { variance: undefined, ...exampleArrivals(each) };
  const endless = modelOf(exampleArrivals(each)).knownDurationMs(durationMs) === undefined;
  const duration = endless ? {} : { duration: `${durationMs / 1000}s` };
  const scenario = each.startsUsers ? { scenario: [{ visit: [{ httpRequest: { GET: '/products' } }] }] } : {};
  return stringify({
    phases: [
      { [each.startsUsers ? 'visit' : 'pause']: { [kind]: { ...numbers, ...duration, ...scenario } } },
    ],
  });
}

const order = `## Which phase follows which

| key | the phase starts |
| --- | --- |
| none | with the benchmark |
| \`startTime: 10s\` | so long after the start of the benchmark |
| \`startAfter: rampUp\` | when \`rampUp\` lets in no new users: its \`duration\` is over |
| \`startAfterStrict: rampUp\` | when the last user of \`rampUp\` has left |
| \`startWith: rampUp\` | together with \`rampUp\`; so long after it with \`startWith: { phase: rampUp, delay: 5s }\` |

\`\`\`text
rampUp   |==== new users ====|---- the last ones finish ----|
                             ^ duration                     ^ all gone, at the latest after maxDuration
                             startAfter                     startAfterStrict
\`\`\`

Users who are still there after \`maxDuration\` are cut off. A phase with \`isWarmup: true\` is shown in grey.
When a phase fails, those that have not started are cancelled, unless the document says \`failurePolicy: CONTINUE\`.`;

const parts = `## Forks and iterations

\`forks\` divide the users of a phase among several scenarios by \`weight\`. \`maxIterations\` runs a phase several times, an
iteration when the users of the one before have left, and numbers written as \`base\` and \`increment\` grow from one to the
next. Each part is a phase of its own in a run, and so is what covers them:

| the document has | the run has |
| --- | --- |
| \`p\` | \`p\` |
| \`p\` with forks \`a\` and \`b\` | \`p/a\`, \`p/b\`, and \`p\`, which is over when both are |
| \`p\` with two iterations | \`p/000\`, \`p/001\`, and \`p\` |
| \`p\` with both | \`p/000/a\`, \`p/000/b\`, \`p/000\`, \`p/001/a\`, \`p/001/b\`, \`p/001\`, and \`p\` |

A reference to \`p\` means all of it; \`{ phase: p, fork: a }\` one fork; \`iteration: same\` and \`iteration: previous\` count from
the iteration of the phase that refers, whose first has no previous one. With \`startWith\` the first iteration is meant.

\`\`\`yaml
phases:
  - climb:
      increasingRate:
        initialUsersPerSec: { base: 1, increment: 10 }
        targetUsersPerSec: { base: 11, increment: 10 }
        duration: 10s
        maxIterations: 3
        startAfter: { phase: hold, iteration: previous }
        scenario: &visit
          - visit:
              - httpRequest:
                  GET: /products
  - hold:
      constantRate:
        usersPerSec: { base: 11, increment: 10 }
        duration: 30s
        maxIterations: 3
        startAfter: { phase: climb, iteration: same }
        forks:
          look: { weight: 7, scenario: *visit }
          search: { weight: 3, scenario: [search: [httpRequest: { GET: /search }]] }
\`\`\``;

const shortForms = `## Short forms

A single phase stands at the top of the document, and is called \`main\`:

\`\`\`yaml
usersPerSec: 10
duration: 30s
scenario:
  - visit:
      - httpRequest:
          GET: /products
\`\`\`

A staircase is ramps and steady states, each step higher by \`incrementUsersPerSec\`. Its phases are called \`initialRampUp\`
(from nothing to the first step), \`steadyState\` and \`rampUp\`:

\`\`\`yaml
staircase:
  initialUsersPerSec: 10
  incrementUsersPerSec: 5
  maxIterations: 4
  rampUpDuration: 10s
  steadyStateDuration: 30s
  scenario:
    - visit:
        - httpRequest:
            GET: /products
\`\`\``;

const sessions = `## When the target is too slow

In an open model users keep coming, so more and more are inside. \`maxSessions\` is the most that may be (when absent, the
highest rate rounded up: users who take longer than a second need more). A user who finds no room is an error of the phase,
or with \`sessionLimitPolicy: CONTINUE\` only a warning. Connections are limited apart from that, by \`sharedConnections\` of the
target: who finds none free waits, and that time is reported as [blocked](report.md#blocked).`;
