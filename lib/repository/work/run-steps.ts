import { joinedErrors } from '../../errors.ts';

/**
 * Runs steps one after the other. A failed step does not prevent the steps after it.
 *
 * @throws the error of the failed step, or AggregateError that names all errors when several failed.
 */
export async function runAll(steps: Iterable<() => Promise<void>>): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps)
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw joinedErrors(failures);
}
