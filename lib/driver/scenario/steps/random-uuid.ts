import { required } from '../../declaration/field.ts';
import type { Random } from '../../random.ts';
import { writes } from '../declaration/variables.ts';
import { step } from '../kind.ts';

export const randomUUID = step({
  name: 'randomUUID',
  summary: 'Stores a random UUID (version 4) as text.',
  example: 'randomUUID: order',
  cost: 'Four random numbers and a text of 36 characters.',
  atError: 'It never fails.',
  fields: {
    toVar: required(writes('object', 'Name of the session variable that receives the UUID.', 'order')),
  },
  short: { member: 'toVar', words: 'the variable.' },
  write: 'randomUUID: name',
  compile({ toVar }, { variables, random }) {
    const write = variables.write(toVar);
    return [
      (session, sequence) => {
        write(session, sequence, uuid(random));
        return true;
      },
    ];
  },
});

/** Makes a UUID with 122 random bits. The other six bits are the version, 4, and the variant, binary 10. */
function uuid(random: Random): string {
  const first = hex(random);
  const second = hex(random);
  const third = hex(random);
  const variant = '89ab'[Number.parseInt(third[0] ?? '0', 16) & 3];
  return `${first}-${second.slice(0, 4)}-4${second.slice(5)}-${variant}${third.slice(1, 4)}-${third.slice(4)}${hex(random)}`;
}

const hex = (random: Random): string => random.integer(0, 0xffffffff).toString(16).padStart(8, '0');
