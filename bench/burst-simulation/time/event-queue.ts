/**
 * An event of a queue: its instant, and its number, which decides the order of events at the same instant.
 */
type Queued = { readonly at: number; readonly order: number };

/** Events in the order of their instants, as a binary heap. */
export class EventQueue<Event extends Queued> {
  readonly #events: Event[] = [];

  /** The next event. Undefined for an empty queue. */
  get next(): Event | undefined {
    return this.#events[0];
  }

  push(event: Event): void {
    const events = this.#events;
    let at = events.push(event) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(event, events[parent] as Event)) break;
      events[at] = events[parent] as Event;
      at = parent;
    }
    events[at] = event;
  }

  /** Takes the next event. The queue must have one. */
  pop(): Event {
    const events = this.#events;
    const first = events[0] as Event;
    const last = events.pop() as Event;
    let at = 0;
    for (; events.length > 0; ) {
      let child = 2 * at + 1;
      if (child >= events.length) break;
      if (child + 1 < events.length && isBefore(events[child + 1] as Event, events[child] as Event))
        child += 1;
      if (!isBefore(events[child] as Event, last)) break;
      events[at] = events[child] as Event;
      at = child;
    }
    if (events.length > 0) events[at] = last;
    return first;
  }
}

const isBefore = (one: Queued, other: Queued): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);
