import * as layout from './layout.ts';
import { wordAt } from './memory.ts';

/** The address of the frame (the state) of the open array or object at this depth. @inline */
export function frameOf(depth: i32): i32 {
  return wordAt(layout.orderFrames) + depth * layout.frameBytes;
}
