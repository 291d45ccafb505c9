import { arrivalKinds } from '../../driver/arrivals/registry.ts';
import { numbered } from '../../words.ts';
import type { Difference } from './comparison-data.ts';
import type { MeasuredDocument } from './runs/measured-document.ts';

/**
 * Lists the differences between runs, the parts of the definition first. A hash of the definition is reported
 * only if no named part shows the difference.
 */
export function differencesOf(
  runs: readonly { readonly name: string; readonly document: MeasuredDocument }[],
): readonly Difference[] {
  const facts = runs.map(({ name, document }) => ({ name, facts: factsOf(document) }));
  const all = [...new Set(facts.flatMap((run) => [...run.facts.keys()]))];
  const found = all.flatMap((what): Found[] => {
    const has = facts.filter((run) => run.facts.has(what));
    const fact = has[0]?.facts.get(what);
    const counted = fact?.isOptional === true ? facts : has;
    const byValue = Map.groupBy(counted, (run) => run.facts.get(what)?.value ?? absent);
    if (fact === undefined || byValue.size < 2) return [];
    const values = [...byValue].map(([value, of]) => ({ value, runs: of.map(({ name }) => name) }));
    return [{ what, values, ofDefinition: fact.ofDefinition, unless: fact.unless }];
  });
  const isReported = ({ what, unless }: Found): boolean =>
    unless === undefined ||
    !found.some((other) => other.ofDefinition && other.what !== what && other.what.startsWith(unless));
  const reported = found.filter(isReported);
  const changes = reported.some(({ ofDefinition }) => ofDefinition);
  return reported
    .filter(({ what }) => changes || !what.startsWith(parameter))
    .map(({ unless: _, ...difference }) => difference)
    .sort((one, other) => Number(other.ofDefinition) - Number(one.ofDefinition));
}

const absent = 'none';
const parameter = 'parameter ';

type Found = Difference & Pick<Fact, 'unless'>;

type Fact = {
  readonly value: string;
  readonly ofDefinition: boolean;
  /**
   * True: a run without this fact differs from a run with it. For facts without this member, a missing fact
   * is no difference: the run lacks the phase or comes from an older release.
   */
  readonly isOptional?: true;
  /**
   * The beginning of the name of another part of the definition. If that part differs too, this difference is
   * not reported, because that part has a readable value.
   */
  readonly unless?: string | undefined;
};

function factsOf({ plan, version, info }: MeasuredDocument): ReadonlyMap<string, Fact> {
  const facts = new Map<string, Fact>();
  const defines = (what: string, value: string): unknown => facts.set(what, { value, ofDefinition: true });
  const informs = (what: string, value: string): unknown => facts.set(what, { value, ofDefinition: false });
  const hash = (what: string, value: string | undefined, unless: string): unknown =>
    value === undefined ? undefined : facts.set(what, { value, ofDefinition: true, unless });
  defines('target', plan.targets.map(targetText).join('; ') || absent);
  defines('phases', plan.phases.map(({ name }) => name).join(', ') || absent);
  for (const phase of plan.phases) {
    const { name, arrivals, durationMs, maxDurationMs, maxSessions, maxSessionsGiven } = phase;
    const model = arrivals && arrivalKinds.get(arrivals.kind)?.model(arrivals);
    defines(`${name}: load`, model?.description || arrivals?.kind || absent);
    defines(`${name}: duration`, durationMs === null ? absent : seconds(durationMs));
    defines(`${name}: maxDuration`, maxDurationMs === null ? absent : seconds(maxDurationMs));
    defines(`${name}: maxSessions`, maxSessionsGiven === true ? `${maxSessions}` : absent);
  }
  // Runs of older releases have no definition.
  const definition: typeof plan.definition | undefined = plan.definition;
  hash('target: settings', definition?.targets, 'target');
  for (const [name, value] of Object.entries(definition?.phases ?? {}))
    hash(`${name}: scenario or times`, value, `${name}:`);
  hash('definition', definition?.hash, '');
  informs('shards', `${plan.shards}`);
  informs('threads', `${plan.threads}`);
  informs('benchmark', info.benchmark);
  informs('Downpour', version);
  for (const [name, value] of Object.entries(info.params ?? {}))
    facts.set(`${parameter}${name}`, { value, ofDefinition: false, isOptional: true });
  return facts;
}

function targetText({
  protocol,
  host,
  port,
  connections,
  pipeliningLimit,
}: MeasuredDocument['plan']['targets'][number]) {
  const pipelined = pipeliningLimit > 1 ? `, ${pipeliningLimit} requests on each` : '';
  return `${protocol}://${host}:${port}, ${numbered(connections.max, 'connection')}${pipelined}`;
}

const seconds = (ms: number): string => `${ms / 1000} s`;
