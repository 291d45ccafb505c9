import { caching, cookies, planning, scenarios, sharing } from '../../../lib/driver/limits.ts';
import { code, fenced, page } from '../../generate/markdown.ts';
import { kindSection, kindsIn, overview, partSection } from './kinds.ts';
import { files, setting, started } from './setting.ts';

/** Parts of an `httpRequest` that stand below it. */
export const partsOfRequests = ['requestBodySource', 'formItem', 'sla'];

/** docs/steps.md */
export const stepsPage = (): string =>
  page(
    'Steps',
    `A scenario is a list of sequences, a sequence a list of steps. The user runs them one after another; a request is
waited for before the next step, unless \`sync\` is false.`,
    fenced('yaml', example),
    `What is done with a response stands under [handlers](handlers.md), what values, conditions and patterns may be under
[values](values.md). **Actions** may also stand in handlers: below \`onCompletion\`, \`onBreak\`, \`actions\`, and wherever a
processor may.`,
    errors,
    overview('step'),
    ...kindsIn('step').flatMap((kind) => [
      ...kindSection('step', kind),
      ...(kind.name === 'httpRequest' ? requestParts() : []),
    ]),
    '## An if around requests',
    branch,
    fenced('yaml', branchExample),
    branchRest,
    '## What a user keeps',
    ...own,
    '## What users share',
    ...shared,
    '## Where the examples run',
    'Every example of these pages runs as it stands behind these steps; a test does so.',
    fenced('yaml', setting),
    `Beside them are the files ${Object.keys(files).map(code).join(', ')}, and a sequence to start:`,
    fenced('yaml', `- ${started.replaceAll('\n', '\n  ')}`),
  );

const example = `scenario:
  - search:
      - randomInt: page <- 1 .. 20
      - httpRequest:
          GET: /search?page=\${page}
          handler:
            status:
              range: 200
            body:
              json: .first.id -> product
      - thinkTime: 500ms
  - product:
      - httpRequest:
          GET: /products/\${product}`;

const branch = `\`conditional\` takes actions, and a request is a step. So the steps of a branch stand in a sequence of their own,
and the action \`newSequence\` starts it. Three of ten users of this scenario buy:`;

const branchExample = `scenario:
  initialSequences:
    - cart:
        - randomInt: chance <- 1 .. 10
        - httpRequest:
            GET: /cart
        - conditional:
            intCondition: chance <= 3
            actions:
              - newSequence: buy
        - conditional:
            intCondition: chance > 3
            actions:
              - newSequence: leave
  sequences:
    - buy:
        - httpRequest:
            POST: /orders
        - newSequence: leave
    - leave:
        - httpRequest:
            GET: /logout`;

const branchRest = `The sequence that starts another one goes on beside it, so \`newSequence\` is its last step where one thing comes
after the other. In a list of sequences in order, \`breakSequence\` with a condition ends a sequence and all that stand behind it.`;

const errors = `**At an error.** What these pages call an *error* fails the phase when a step does it. In a handler it makes the
request an internal error and ends its user; the other users go on. A *warning* is a line in the log of the shard, at most
${scenarios.warningsMax} of each step or handler, and the user goes on. A variable \`name[.]\` is the item of an array at the index of
the instance: to write it where there is no array, or no such index, is an error. What can be known before the load is
refused when the document is read.`;

const requestParts = (): readonly string[] => [
  ...partSection('requestBodySource', '`body` of a request'),
  ...partSection('formItem', '`form` of a body'),
  ...partSection('sla', '`sla` of a request'),
];

/** On unless the document says otherwise, so it must not come as a surprise. */
const own: readonly string[] = [
  `**Cookies** (\`repeatCookies\`). A user sends the cookies back that responses set, by their domain, path, expiry and \`Secure\`
(RFC 6265bis); over plain http, secure ones come only from this machine (\`localhost\`, 127.0.0.1). All go in one header. A
\`cookie\` header that the document writes comes first in it, and wins over kept cookies of its names. A user keeps at most
${cookies.userMax}; the first cookie that is refused gives a notice with the reason.`,
  `**Responses** (\`useHttpCache\`). A user keeps what a browser would know of its responses to GET and HEAD with status 200
(RFC 9111, private, at most ${caching.responsesUserMax} and no bodies). A request whose response is still fresh is *not sent*: it counts as a request and
as a cache hit, takes no connection, has no status and no time, and of its handlers only \`onCompletion\` runs. What is stale is asked
for with \`if-none-match\` or \`if-modified-since\`, and handlers then see the 304 without a body. A response that says nothing of
caching is not kept. The first hit of a target gives a notice. \`clearHttpCache\` forgets, \`cache-control\` in a request asks.`,
  'Both belong to one user and end with it.',
];

/** Whoever reads this wants to know what to rely on. */
const shared: readonly string[] = [
  `The users of one shard of a phase share maps (\`pushSharedMap\`, \`pullSharedMap\`), counters (\`addToSharedCounter\` and its
kin) and published values (\`publishAgentData\`). A map is pulled by one user only. Counters are exact up to 2^53; what would leave
that fails the phase in words. Lists are copied when they enter and when they leave.`,
  `**Threads.** In a shard with several \`threads\`, maps and counters are of one event loop, as connections are; published values are
there for the users of all of them within milliseconds. When two event loops publish one name before they have heard of each other, the first
one holds; after that a second time is an error, as ever. Event loop k of a shard takes over from that of the same number, as shards do.`,
  `**From phase to phase.** What a shard leaves behind goes to the phases that start strictly after its phase
(\`startAfterStrict\`, iterations): it is there before their first user starts. Shard k takes over from the shard of the same number, modulo the
smaller number of shards; when several take over from one, each gets an equal part of the maps, and all of the counters and values. Phases
that run side by side see nothing of each other; of two that start after the same one, both get its maps.`,
  `**Within a long phase.** A phase of more than ${planning.segmentMsMax / 60_000} minutes is driven in segments, and the users of two of them overlap at the seam.
Published values reach the next segment within about two seconds; maps and counters when the last user of the segment before has left. Until then its
counters begin with what the phases before left. Added up, counters are exact; a counter that is set near a seam is not.`,
  `**What is lost.** A drive whose machine is lost takes what its users shared with it. The phases after it start without, and the run
has a notice. Together the maps and values of a shard take at most ${sharing.bytesMax / 2 ** 20} MiB, of which each of its event loops has its part.`,
  `**Global counters** (\`publishGlobalCounters\`) are sums over all shards, exact at any size up to the end of the phase: its drives send them
with their measurements, they are added up when the phase has terminated, and stand in the run as \`globalCounters\`. No step reads them.
Two phases cannot publish one key; iterations and forks of a phase add to one sum.`,
];
