import { Node } from '../../../json/tape.ts';

/** The elements of an array. */
export function* elementsOf({ tape, at }: Node): Generator<Node> {
  const close = tape.close(at);
  for (let element = at + 1; element < close; element = tape.after(element)) yield new Node(tape, element);
}

/** The members of an object in the order of the document. */
export function* membersOf({ tape, at }: Node): Generator<readonly [name: string, value: Node]> {
  const close = tape.close(at);
  for (let value = at + 2; value < close; value = tape.after(value) + 1)
    yield [tape.text(value - 1), new Node(tape, value)];
}
