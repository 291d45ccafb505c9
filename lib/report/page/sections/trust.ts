import type { RunDocument } from '../../../driver/run/document.ts';
import { startedPhases } from '../data/grid.ts';
import { isRequest } from '../data/heat.ts';
import { type Html, html } from '../html.ts';
import { count, share, time } from '../number-text.ts';

/** A fact about the work of the load generator. */
type Fact = {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
  /** True if the fact is a reason to doubt the numbers. */
  readonly doubt: boolean;
};

type Suspicion = RunDocument['health']['suspicions'][number];
type Reason = Suspicion['reason'];

/** Lateness of the generator falsifies response times when it exceeds this share of their 99th percentile. */
const latenessShareMax = 0.1;

/**
 * The section that shows whether the numbers describe the target: planned and sent load, and the health of
 * the generator.
 */
export function trust(run: RunDocument): Html {
  const facts = factsOf(run);
  const doubts = facts.filter(({ doubt }) => doubt).length;
  const { level, sentence } = summary(run, doubts);
  return html`<section class="trust ${level}" aria-labelledby="trust-h">
<h2 id="trust-h">${sentence}</h2>
<dl>${facts.map(
    ({ name, value, note, doubt }) => html`<div${doubt && html` class="doubt"`}>
<dt>${name}</dt><dd>${doubt && html`<span class="flag">!</span>\u00a0`}${value.replaceAll(' ', '\u00a0')}${note !== undefined && html` <small>${note}</small>`}</dd></div>`,
  )}</dl>
</section>`;
}

function summary({ state, health }: RunDocument, doubts: number): { level: string; sentence: string } {
  if (state === 'inconclusive') return { level: 'bad', sentence: 'Do not judge the target by these numbers' };
  if (state === 'incomplete') return { level: 'bad', sentence: 'The numbers are incomplete' };
  if (doubts > 0 || health.suspect) return { level: 'doubtful', sentence: 'Read the numbers with care' };
  return { level: 'good', sentence: 'You can trust the numbers' };
}

function factsOf(run: RunDocument): readonly Fact[] {
  const { health } = run;
  const suspects = (...reasons: readonly Reason[]): boolean =>
    health.suspicions.some(({ reason }) => reasons.includes(reason));
  return [
    usersFact(run),
    answersFact(run),
    latenessFact(run, suspects('lateness')),
    ...cpuFacts(run, suspects('cpu')),
    stallFact(run, suspects('stall')),
    drivesFact(run, suspects('missed', 'lost', 'refused')),
    clockFact(run, suspects('skew', 'clock')),
    unhealthyFact(run),
  ];
}

function usersFact({ phases }: RunDocument): Fact {
  const started = startedPhases({ phases });
  const sum = (of: (phase: (typeof started)[number]) => number): number =>
    started.reduce((all, phase) => all + of(phase), 0);
  // The lowest share of a phase's planned requests that was sent. The number of users does not show it,
  // because one user may send many requests.
  const least = Math.min(1, ...started.map(({ delivery }) => delivery.fraction));
  const throttled = sum(({ delivery }) => delivery.throttled);
  const open = started.filter(({ kind }) => kind !== 'always');
  const [planned, sent] = [
    open.reduce((all, { delivery }) => all + delivery.planned, 0),
    open.reduce((all, { delivery }) => all + delivery.started, 0),
  ];
  return {
    name: 'users started',
    value:
      planned > 0 ? `${count(sent)} of ${count(planned)}` : count(sum(({ delivery }) => delivery.started)),
    ...(throttled > 0 ? { note: `${count(throttled)} had to wait for a free session` } : {}),
    doubt: least < 0.999 || throttled > 0,
  };
}

function answersFact({ stats }: RunDocument): Fact {
  const summaries = stats.filter(isRequest).map(({ total }) => total.summary);
  const sum = (of: (summary: (typeof summaries)[number]) => number): number =>
    summaries.reduce((all, each) => all + of(each), 0);
  const [sent, answered] = [sum((each) => each.requestCount), sum((each) => each.responseCount)];
  return { name: 'requests answered', value: `${count(answered)} of ${count(sent)}`, doubt: false };
}

function latenessFact({ total }: RunDocument, suspect: boolean): Fact {
  const late = total?.lateness.percentiles['99.0'];
  const p99 = total?.summary.percentileResponseTime['99.0'] ?? 0;
  const part = late === undefined || p99 === 0 ? 0 : late / p99;
  const large = part > latenessShareMax;
  return {
    name: 'late starts, p99',
    value: time(late),
    ...(large ? { note: `${share(part)} of p99` } : {}),
    doubt: suspect || large,
  };
}

/**
 * The use of all cores of the machine, 0 to 1, above which the generator has no time left for unplanned work.
 */
const busyShareMax = 0.95;

/**
 * Facts about the processor: the use of the whole machine, and of the busiest event loop if the document has
 * it. Both can be the bottleneck.
 */
function cpuFacts({ phases }: RunDocument, suspect: boolean): readonly Fact[] {
  const seconds = startedPhases({ phases }).flatMap(({ machine }) => machine ?? []);
  if (seconds.length === 0) return [];
  const machine = Math.max(...seconds.map(({ idle }) => 1 - idle));
  // Documents of older releases have no use of the event loop.
  const own = seconds.flatMap(({ cpu }: { readonly cpu?: number }) => cpu ?? []);
  const fact = (name: string, share: number, note: string, doubt: boolean): Fact => {
    return { name, value: `${Math.round(share * 100)}\u00a0%`, note, doubt };
  };
  return [
    ...(own.length > 0 ? [fact('busiest shard', Math.max(...own), 'of a core', suspect)] : []),
    fact('busiest second', machine, 'of all cores', machine > busyShareMax),
  ];
}

function stallFact({ phases }: RunDocument, suspect: boolean): Fact {
  const longest = Math.max(0, ...phases.map(({ stallNsMax }) => stallNsMax));
  return { name: 'longest stall', value: time(longest), doubt: suspect };
}

function drivesFact({ phases, plan }: RunDocument, suspect: boolean): Fact {
  const all = plan.phases.reduce((sum, { shards, segments }) => sum + shards * segments, 0);
  const failedShards = phases.reduce(
    (sum, { delivery }) => sum + delivery.missed.length + delivery.lost.length,
    0,
  );
  return {
    name: 'shards reported',
    value: `${count(all - failedShards)} of ${count(all)}`,
    doubt: suspect || failedShards > 0,
  };
}

function clockFact({ phases }: RunDocument, suspect: boolean): Fact {
  const most = Math.max(0, ...phases.map(({ skewMsMax }) => skewMsMax));
  return { name: 'clock difference', value: time(most * 1e6), doubt: suspect };
}

function unhealthyFact({ health }: RunDocument): Fact {
  const part = health.unhealthy?.share ?? 0;
  return {
    name: 'unhealthy seconds',
    value: share(part),
    note: 'of requests',
    doubt: part > 0,
  };
}
