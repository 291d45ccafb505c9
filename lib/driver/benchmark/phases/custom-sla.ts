import type { Path } from '../../document/problem.ts';
import type { CustomSla } from '../../model/benchmark.ts';
import { slas } from '../../scenario/steps/http-request/sla.ts';
import type { Checking } from '../valid-part.ts';

/** `customSla`: limits by metric, for metrics that no request step records. */
export function parseCustomSlas(
  at: Path,
  { document, findings }: Checking,
): { readonly customSlas?: readonly CustomSla[] } {
  const customSlas = document.members(at).map(([metric, path]) => ({
    metric,
    slas: slas().parse(document.read(path) ?? [], path, { findings }) ?? [],
  }));
  return customSlas.length === 0 ? {} : { customSlas };
}
