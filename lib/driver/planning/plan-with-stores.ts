import { inOrder } from '../document/format-problems.ts';
import { readDocument } from '../document/parse-yaml.ts';
import { valueAt } from '../document/path.ts';
import { storeFaults } from '../http/tls/context.ts';
import { type PlanOrder, type Prepared, preparePlan } from './prepare-plan.ts';

/**
 * Plans a document as `preparePlan` does. If the files of keys and certificates are there, this also opens
 * them. A wrong password or a damaged file is reported with its place in the document.
 */
export async function judgePlan(order: PlanOrder): Promise<Prepared> {
  const prepared = preparePlan(order);
  if (prepared.plan === undefined || order.files === undefined) return prepared;
  const faults = await storeFaults(prepared.plan.benchmark.targets, order.files);
  if (faults.length === 0) return prepared;
  const { value, locate } = readDocument(order.text, order.parameters);
  const isList = Array.isArray(valueAt(value, ['http']));
  const placed = faults.map(({ target, problem }) => {
    const path = ['http', ...(isList ? [target] : []), ...problem.path];
    return { severity: 'error' as const, path, message: problem.message, ...locate(path) };
  });
  const { files, declared } = prepared;
  return { files, declared, problems: inOrder([...prepared.problems, ...placed]) };
}
