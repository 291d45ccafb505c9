/** Numbers the variables of a scenario: a session keeps their values in an array, so that a read is one index. */
export class Slots {
  readonly #numbers = new Map<string, number>();

  of(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(name, number);
    return number;
  }

  /** The slot of a name that some step uses, else undefined. */
  find(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  get count(): number {
    return this.#numbers.size;
  }
}
