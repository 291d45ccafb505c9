import { define, own, referTo } from '../../declaration/schema.ts';
import type { Path } from '../../document/problem.ts';
import type { CustomSla } from '../../model/benchmark.ts';
import { slas, slasDefinition } from '../../scenario/steps/http-request/sla.ts';
import { inParts } from '../read-members.ts';
import type { Checking } from '../valid-part.ts';

const definition = define('customSla', {
  title: 'a mapping of metric names',
  ...own(
    'Limits for metrics that no request step records, such as those of a stopwatch: metric to SLA, or list of SLAs. Requests are judged by the `sla` of their step.',
    { checkout: { meanResponseTime: '200ms' } },
  ),
  type: 'object',
  additionalProperties: referTo(slasDefinition),
});

/** Limits for metrics that no request step records, by the name of the metric. */
export const customSla = (description?: string) => inParts(referTo(definition, description), readCustomSlas);

function readCustomSlas(
  at: Path,
  { document, findings }: Checking,
): { readonly customSlas?: readonly CustomSla[] } {
  const customSlas = document.members(at).map(([metric, path]) => ({
    metric,
    slas: slas().parse(document.read(path) ?? [], path, { findings }) ?? [],
  }));
  return customSlas.length === 0 ? {} : { customSlas };
}
