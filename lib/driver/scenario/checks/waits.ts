import { hintAt } from '../../document/nearest.ts';
import type { Findings, Path } from '../../document/problem.ts';
import { baseOf } from '../variables.ts';

type VariableWrite = { readonly sequence: string; readonly order: number };

/** Collects the steps that wait for variables and delays. Reports a wait that no other step can end. */
export class Waits {
  #order = 0;
  readonly #writes = new Map<string, VariableWrite[]>();
  readonly #waits: (VariableWrite & { readonly variable: string; readonly at: Path })[] = [];

  readonly #delays = new Set<string>();
  readonly #awaitedDelays: { readonly key: string; readonly at: Path }[] = [];

  setsDelay(key: string): void {
    this.#delays.add(key);
  }

  awaitsDelay(key: string, at: Path): void {
    this.#awaitedDelays.push({ key, at });
  }

  /** Records that a step or handler of this sequence sets the variable. */
  writes(variable: string, sequence: string): void {
    const place = { sequence, order: this.#order++ };
    const known = this.#writes.get(variable);
    if (known === undefined) this.#writes.set(variable, [place]);
    else known.push(place);
  }

  /** Records that a step of this sequence waits until the variable is set. */
  awaits(variable: string, sequence: string, at: Path): void {
    this.#waits.push({ variable, sequence, order: this.#order++, at });
  }

  /** Reports waits for a delay that no step sets. */
  checkDelays(findings: Findings): void {
    for (const { key, at } of this.#awaitedDelays)
      if (!this.#delays.has(key))
        findings.error(
          at,
          `no scheduleDelay starts a delay with the name '${key}'`,
          hintAt(key, [...this.#delays]) ?? 'add a scheduleDelay step with this name, or correct the name',
        );
  }

  /**
   * Warns about waits for a variable that only later steps of the same sequence set, because those steps
   * never run. `isPattern`: true for a sequence that never runs itself, because only queues use it.
   */
  check(findings: Findings, isPattern: (sequence: string) => boolean): void {
    for (const { variable, sequence, order, at } of this.#waits) {
      // When a step writes the items of an array variable, the variable has a value from the start.
      if (this.#writes.has(`${variable}[.]`)) continue;
      const writes = [variable, baseOf(variable) ?? variable]
        .flatMap((name) => this.#writes.get(name) ?? [])
        .filter((write) => !isPattern(write.sequence));
      if (writes.length === 0) continue;
      if (writes.some((write) => write.sequence !== sequence || write.order < order)) continue;
      findings.warning(
        at,
        `this step waits forever, because only later steps of the same sequence set variable '${variable}'`,
        'set the variable in another sequence, or in a handler of an earlier request',
      );
    }
  }
}
