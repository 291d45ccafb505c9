import type { RunDocument } from '../../../driver/run/document.ts';
import { allOf } from '../../../words.ts';
import {
  type Delivery,
  deliveriesOf,
  errorsOf,
  failuresOf,
  type ReportFinding,
  suspicionsOf,
  whyCancelled,
} from '../../findings.ts';
import { counted, exactly, latency, percent, span } from '../../units.ts';
import { limitsSection } from './limits.ts';
import { metricsSection } from './metrics.ts';
import { escaped, listWithin } from './text.ts';

/**
 * The most bytes of each list or table in the summary, whose length depends on the run. With all other parts,
 * the summary stays below the 60 kB of a comment on GitHub.
 */
const bytesOfLimits = 18_000;
const bytesOfMetrics = 24_000;
const bytesOfList = 5_000;

/**
 * A summary of a run in Markdown, in the order of reading: the verdict with its reason, limits, response
 * times, the health of the generator, and further commands. They name the run by `file`, the word of a
 * shell for the file of its document, or else by its number `id`.
 */
export function markdownSummary(run: RunDocument, id?: number, file?: string): string {
  return [
    ...head(run, id),
    ...limitsSection(run, bytesOfLimits),
    ...metricsSection(run, bytesOfMetrics),
    ...healthSection(run),
    ...further(file ?? id),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

/** The summary of a burst that has no run document. */
export function markdownOfNoRun(benchmark: string, reason: string, details: readonly string[] = []): string {
  const items = details.map((each) => `* ${escaped(each)}\n`).join('');
  const list = items === '' ? '' : `\n${items}`;
  return `## ${signs.incomplete} ${escaped(benchmark)}: no run\n\n${escaped(reason)}\n${list}`;
}

const signs = { passed: '✅', failed: '❌', inconclusive: '❔', stopped: '🛑', incomplete: '⛔' } as const;

function head(run: RunDocument, id: number | undefined): string[] {
  const { info, state, plan, seed } = run;
  const facts = [
    ...(id === undefined ? [] : [`run ${id}`]),
    `${span(Math.max(0, info.terminateTime - info.startTime))} from ${instant(info.startTime)}`,
    counted(plan.shards, 'shard'),
    `seed ${seed}`,
  ];
  return [
    `## ${signs[state]} ${escaped(info.benchmark)}: ${state}`,
    '',
    ...listWithin(bytesOfList, reasonsOf(run)),
    '',
    facts.join(' · '),
    '',
  ];
}

/** The reasons for the verdict: the messages of failures, or for a passed run the number of judged limits. */
function reasonsOf(run: RunDocument): string[] {
  const { state, reason, health, verdicts } = run;
  const failures = failuresOf(run);
  const unjudged = run.unjudged?.length ? `, ${exactly(run.unjudged.length)} not judged` : '';
  const advice = health.diagnosis?.advice;
  // The reason is left out when the list of failures repeats it with its place.
  const isMentioned = failures.some(({ message }) => reason?.includes(message));
  return [
    ...(reason === undefined || isMentioned ? [] : [escaped(reason)]),
    ...(advice === undefined ? [] : [`Try: ${escaped(advice)}`]),
    ...failures.map(sentence),
    ...new Set(failures.flatMap((failure) => failure.advice ?? []).map((mend) => `Try: ${escaped(mend)}`)),
    ...errorsOf(run).map(sentence),
    ...(state === 'passed' ? [`No limit was broken (${exactly(verdicts.length)} judged${unjudged}).`] : []),
  ];
}

const sentence = ({ place, message }: ReportFinding): string =>
  place === undefined ? escaped(message) : `**${escaped(place)}**: ${escaped(message)}`;

function healthSection(run: RunDocument): string[] {
  const { health, phases, notices = [] } = run;
  const worst = (of: (phase: RunDocument['phases'][number]) => number): number =>
    phases.reduce((most, phase) => Math.max(most, of(phase)), 0);
  const lateness = worst((phase) => phase.lateness.percentiles['99.0']);
  const stall = worst(({ stallNsMax }) => stallNsMax);
  const unhealthy = health.unhealthy.share;
  return [
    '### Load and generator',
    '',
    ...listWithin(bytesOfList, [
      ...deliveredOf(deliveriesOf(run)),
      `99 of 100 users started at most ${latency(lateness)} late; the longest stall of the load generator was ${latency(stall)}.`,
      ...(unhealthy > 0
        ? [`⚠️ ${percent(unhealthy)} of the requests were sent while the generator was not healthy.`]
        : // The diagnosis of an inconclusive run names a fault of the generator that no single second shows.
          health.suspect
          ? []
          : ['The generator was healthy throughout.']),
      ...suspicionsOf(run).map((warning) => `⚠️ ${sentence(warning)}`),
      ...notices.map(({ phase, message }) => `⚠️ ${sentence({ place: phase, message })}`),
    ]),
    '',
  ];
}

function deliveredOf(deliveries: readonly Delivery[]): string[] {
  const planned = deliveries.reduce((sum, delivery) => sum + delivery.planned, 0);
  const short = deliveries.filter(({ fraction }) => fraction < 1);
  if (deliveries.length === 0) return [];
  if (short.length === 0) return [`Started: ${allOf(planned, 'planned user')}.`];
  return short.map(
    (delivery) =>
      `⚠️ **${escaped(delivery.phase)}**: ${exactly(Math.min(delivery.started, delivery.planned))} of ${counted(delivery.planned, 'planned user')} started (${percent(delivery.fraction)})${whyCancelled(delivery)}.`,
  );
}

function further(run: string | number | undefined): string[] {
  if (run === undefined) return [];
  return [
    '### Look further',
    '',
    '```sh',
    `downpour report ${run} -o ${typeof run === 'number' ? `run-${run}` : 'report'}.html`,
    `downpour query ${run} '$.failures'`,
    '```',
  ];
}

/** An instant as `2026-11-22 14:03:20 UTC`. */
const instant = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
