/**
 * The most levels of nested arrays and objects, unless a caller sets another limit. V8 needs seconds to read
 * millions of levels.
 */
export const usualLevelsMax = 100_000;

/**
 * The value of a JSON text in UTF-8. A byte order mark is skipped.
 * @throws SyntaxError or TypeError for another text, RangeError for a text with more than `levelsMax` levels.
 */
export function parseText(bytes: Uint8Array, levelsMax = usualLevelsMax): unknown {
  if (isDeeper(bytes, levelsMax)) throw new RangeError(`the text has more than ${levelsMax} levels`);
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

/** True when a text opens more arrays and objects inside each other than the limit. */
function isDeeper(bytes: Uint8Array, levelsMax: number): boolean {
  if (bytes.length <= levelsMax) return false;
  let depth = 0;
  let isString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const code = bytes[at];
    if (code === 0x5c) at += 1;
    else if (code === 0x22) isString = !isString;
    else if (isString) continue;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > levelsMax) return true;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return false;
}
