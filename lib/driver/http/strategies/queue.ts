/** A queue: first in, first out. Taking the first item does not move the others in memory. */
export class Queue<T> {
  #items: (T | undefined)[] = [];
  #head = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(item: T): void {
    this.#size += 1;
    this.#items.push(item);
  }

  shift(): T | undefined {
    while (this.#head < this.#items.length) {
      const item = this.#items[this.#head];
      this.#items[this.#head] = undefined;
      this.#head += 1;
      if (this.#head > 1024 && this.#head * 2 > this.#items.length) {
        this.#items = this.#items.slice(this.#head);
        this.#head = 0;
      }
      if (item === undefined) continue;
      this.#size -= 1;
      return item;
    }
    return undefined;
  }

  clear(): void {
    this.#items = [];
    this.#head = 0;
    this.#size = 0;
  }

  /** Removes an item. False when the item is not in the queue. */
  remove(item: T): boolean {
    const index = this.#items.indexOf(item, this.#head);
    if (index < 0) return false;
    this.#items[index] = undefined;
    this.#size -= 1;
    return true;
  }
}
