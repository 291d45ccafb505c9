import type { StatusHandler } from '../../../model/handlers.ts';
import type { Kind } from '../../kind.ts';
import { type Branch, branchesOf, byStatus, parseBranches } from './ranges.ts';

export const statusAction: Kind<readonly Branch[], StatusHandler> = {
  name: 'action',
  summary: 'Runs the actions of the range of the status, or those of `other`.',
  example: 'action: { 404: { set: outcome <- missing }, other: { set: outcome <- there } }',
  cost: 'One look into a table that is made once for each scenario and shard, and the actions found there.',
  atError: 'A status that no range names does nothing without `other`; an error of its actions is an error.',
  schema: branchesOf('actions', 'Actions of this range.'),
  parse: (raw, at, scope) => parseBranches('action', raw, at, scope),
  compile(branches, compiler) {
    const actions = byStatus(branches, (parts) => compiler.compileParts('action', parts));
    return ({ session, sequence }, status) => {
      for (const act of actions(status)) act(session, sequence);
    };
  },
};
