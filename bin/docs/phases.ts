import { stringify } from 'yaml';
import type { ArrivalKind } from '../../lib/driver/arrivals/arrival-kind.ts';
import { arrivalKinds, modelOf } from '../../lib/driver/arrivals/registry.ts';
import type { Arrivals } from '../../lib/driver/model/arrivals.ts';
import { definitions } from '../generate/benchmark-definitions.ts';
import { fenced } from '../generate/markdown.ts';
import { picture } from './arrivals-picture.ts';
import { filledPage } from './blocks.ts';

const durationMs = 10_000;
const kinds = [...arrivalKinds.values()];

/** The page docs/phases.md. */
export const phasesPage = (): string =>
  filledPage('phases.md', { kinds: kinds.map(kindSection).join('\n\n') });

const kindSection = (each: ArrivalKind): string =>
  [
    `## \`${each.kind}\``,
    definitions[`${each.kind}Phase`]?.description ?? '',
    each.summary,
    `![when users arrive: ${each.kind}](pictures/${each.kind}.svg)`,
    fenced('yaml', exampleOf(each)),
  ].join('\n\n');

/** The pictures of kinds of arrivals, by file name. */
export const pictures = (): readonly (readonly [file: string, svg: string])[] =>
  kinds.map((each) => [`${each.kind}.svg`, picture(exampleArrivals(each), durationMs)]);

/** Example arrivals of a kind. The cast tells TypeScript that the members belong to this kind. */
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
