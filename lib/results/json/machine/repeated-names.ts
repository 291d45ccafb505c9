import { frameOf } from './frame.ts';
import * as layout from './layout.ts';
import { hash, hashHigh, hashLow, many, setWord, wordAt } from './memory.ts';

/**
 * True when the object at this depth already has this name. It compares 64-bit hashes, and adds the name.
 * @param length of the name; -1 for a name that is too long, which counts as repeated.
 */
export function isRepeated(depth: i32, at: i32, length: i32): boolean {
  if (length < 0) return true;
  hash(at, length);
  const low = hashLow();
  const high = hashHigh();
  const frame = frameOf(depth);
  const count = wordAt(frame + layout.frameNameCount);
  const names = wordAt(layout.orderNames) + (wordAt(frame + layout.frameNames) << 3);
  if (count >= layout.namesInFrame) {
    setWord(frame + layout.frameNameCount, count + 1);
    return many(depth, low, high) === 1;
  }
  const end = names + (count << 3);
  for (let one = names; one < end; one += 8) if (wordAt(one) === low && wordAt(one + 4) === high) return true;
  setWord(end, low);
  setWord(end + 4, high);
  setWord(frame + layout.frameNameCount, count + 1);
  setWord(layout.stateTop, wordAt(layout.stateTop) + 1);
  return false;
}
