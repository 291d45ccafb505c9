import type { StatusHandler } from '../../../model/handlers.ts';
import type { Kind } from '../../kind.ts';
import { type Branch, branchesOf, byStatus, parseBranches } from './ranges.ts';

export const statusAction: Kind<readonly Branch[], StatusHandler> = {
  name: 'action',
  summary: 'Runs the actions of the range that contains the status, else those of `other`.',
  example: 'action: { 404: { set: outcome <- missing }, other: { set: outcome <- there } }',
  cost: 'One look-up in a table, and the actions found there.',
  atError:
    'A status outside of all ranges does nothing without `other`; an error of its actions is an error.',
  schema: branchesOf('actions', 'Actions for a status in this range.'),
  parse: (raw, at, scope) => parseBranches('action', raw, at, scope),
  compile(branches, compiler) {
    const actions = byStatus(branches, (parts) => compiler.compileParts('action', parts));
    return ({ session, sequence }, status) => {
      for (const act of actions(status)) act(session, sequence);
    };
  },
};
