import type { Budget } from '../budget.ts';

/**
 * Finds the first occurrence of a text in another text, -1 without one. In the worst case the JavaScript
 * engine's own search takes time in proportion to the product of both lengths: 4.5 s for 200 KB in 400 KB,
 * and it cannot be stopped. So long texts are searched by the algorithm of Knuth, Morris and Pratt (SIAM J.
 * Comput. 6, 1977), in time linear in the sum.
 * @throws QueryError 57014 when no time is left.
 */
export function indexOfText(text: string, sought: string, budget: Budget): number {
  budget.spend(1 + text.length / 100);
  if (text.length * sought.length < 1_000_000) return text.indexOf(sought);
  if (sought.length > text.length) return -1;
  const borders = bordersOf(sought, budget);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (at % 1000 === 0) budget.spend(100);
    const unit = text.charCodeAt(at);
    while (matched > 0 && sought.charCodeAt(matched) !== unit) matched = borders[matched - 1]!;
    if (sought.charCodeAt(matched) === unit) matched += 1;
    if (matched === sought.length) return at - matched + 1;
  }
  return -1;
}

/** For each prefix, the length of its longest border: a text with which the prefix begins and ends. */
function bordersOf(sought: string, budget: Budget): Uint32Array {
  const borders = new Uint32Array(sought.length);
  let length = 0;
  for (let at = 1; at < sought.length; at += 1) {
    if (at % 1000 === 0) budget.spend(100);
    const unit = sought.charCodeAt(at);
    while (length > 0 && sought.charCodeAt(length) !== unit) length = borders[length - 1]!;
    if (sought.charCodeAt(length) === unit) length += 1;
    borders[at] = length;
  }
  return borders;
}
