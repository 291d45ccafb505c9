import type { Findings, Path } from '../../document/problem.ts';
import { baseOf } from '../variables.ts';

type Place = { readonly sequence: string; readonly order: number };

/** Waits for variables, and who could end them: reports those that nothing ends. */
export class Waits {
  #order = 0;
  readonly #writes = new Map<string, Place[]>();
  readonly #waits: (Place & { readonly variable: string; readonly at: Path })[] = [];

  /** A step or handler of this sequence sets the variable. */
  writes(variable: string, sequence: string): void {
    const place = { sequence, order: this.#order++ };
    const known = this.#writes.get(variable);
    if (known === undefined) this.#writes.set(variable, [place]);
    else known.push(place);
  }

  /** A step of this sequence waits until the variable is set. */
  awaits(variable: string, sequence: string, at: Path): void {
    this.#waits.push({ variable, sequence, order: this.#order++, at });
  }

  /** A write behind the wait in the same sequence never runs. `isPattern`: the sequence itself runs nowhere. */
  check(findings: Findings, isPattern: (sequence: string) => boolean): void {
    for (const { variable, sequence, order, at } of this.#waits) {
      // An array whose items somebody writes is there from the start.
      if (this.#writes.has(`${variable}[.]`)) continue;
      const writes = [variable, baseOf(variable) ?? variable]
        .flatMap((name) => this.#writes.get(name) ?? [])
        .filter((write) => !isPattern(write.sequence));
      if (writes.length === 0) continue;
      if (writes.some((write) => write.sequence !== sequence || write.order < order)) continue;
      findings.warning(
        at,
        `nothing ends this wait: '${variable}' is only set by later steps of the same sequence`,
        'set it in another sequence, or in a handler of an earlier request',
      );
    }
  }
}
