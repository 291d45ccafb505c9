import type { StatusHandler } from '../../../model/handlers.ts';
import type { Kind } from '../../kind.ts';
import { type Branch, branchesOf, byStatus, parseBranches } from './ranges.ts';

export const multiplex: Kind<readonly Branch[], StatusHandler> = {
  name: 'multiplex',
  summary: 'Passes the status to the handlers of the range that contains it, else to those of `other`.',
  example: 'multiplex: { 2xx: { store: good }, "400-403, 5xx": { store: bad }, other: stats }',
  cost: 'One look-up in a table, and the handlers found there.',
  atError: 'A status outside of all ranges does nothing without `other`.',
  schema: branchesOf('statusHandlers', 'Handlers for a status in this range.'),
  parse: (raw, at, scope) => parseBranches('statusHandler', raw, at, scope),
  compile(branches, compiler) {
    const handlers = byStatus(branches, (parts) => compiler.compileParts('statusHandler', parts));
    return (request, status) => {
      for (const handler of handlers(status)) handler(request, status);
    };
  },
};
