import { Node } from '../../../json/tape.ts';

/** The elements of an array. */
export const elementsOf = ({ tape, at }: Node): readonly Node[] =>
  tape.values(at).map((element) => new Node(tape, element));

/** The members of an object in the order of the document. */
export const membersOf = ({ tape, at }: Node): readonly (readonly [name: string, value: Node])[] =>
  tape.values(at).map((value) => [tape.text(value - 1), new Node(tape, value)]);
