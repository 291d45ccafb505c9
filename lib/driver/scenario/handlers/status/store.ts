import { required } from '../../../declaration/field.ts';
import { writes } from '../../declaration/variables.ts';
import { statusHandler } from '../../kind.ts';

export const storeStatus = statusHandler({
  name: 'store',
  summary: 'Stores the status in an int variable.',
  example: 'store: status',
  cost: 'One write.',
  atError: 'It never fails.',
  fields: {
    toVar: required(writes('int', 'Name of the session variable that receives the status.', 'status')),
  },
  short: { member: 'toVar', words: 'the variable.' },
  write: 'store: name',
  compile({ toVar }, { variables }) {
    const write = variables.write(toVar);
    return ({ session, sequence }, status) => write(session, sequence, status);
  },
});
