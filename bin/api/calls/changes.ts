import type { Tree } from '../../../lib/client/index.ts';
import { list, nothing } from './answer-checks.ts';
import type { Explain } from './explain-errors.ts';

/** Calls for the variables of a test and for their changes. */
export function changeCalls({ alerting }: Tree, ask: Explain) {
  return {
    variables: (id: number) => ask(alerting.variables.get({ query: { test: id }, ...list })),

    /** Lists the changes of a variable in the order of time. */
    changes: (variable: number, fingerprint: string | undefined) =>
      ask(alerting.changes.get({ query: { var: variable, fingerprint }, ...list })),

    confirmChange: (id: number, description: string | undefined) =>
      ask(alerting.change.by(id).put({ body: { id, confirmed: true, description }, ...nothing })),

    dismissChange: (id: number) => ask(alerting.change.by(id).delete(nothing)),
  };
}
