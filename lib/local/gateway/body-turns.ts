export type TurnBounds = {
  /** Of the bodies of one caller that are read at once; the first of them is read whatever its size. */
  readonly callerBytesMax: number;
  /** Bodies of one caller that wait for their turn. The system keeps what their clients send. */
  readonly waitingBodiesMax: number;
  /** While others wait, a body gives way when it brings fewer than `turnBytesMin` in one such interval. */
  readonly turnMs: number;
  readonly turnBytesMin: number;
};

export type Turn = {
  /** As declared, or the most that it may have. */
  readonly bytes: number;
  /** From now on it is read. */
  readonly begin: () => void;
  /** Bytes of it that have come. */
  readonly received: () => number;
  /** Others have waited for it too long. */
  readonly giveWay: () => void;
};

type Line = {
  /** With the bytes that had come when their pace was judged last; undefined: not yet. */
  readonly reading: Map<Turn, number | undefined>;
  readonly waiting: Set<Turn>;
};

/** Whose turn it is to be read: the long bodies of each caller stand in a line of their own. */
export class BodyTurns {
  readonly #bounds: TurnBounds;
  readonly #lines = new Map<string, Line>();
  #timer: NodeJS.Timeout | undefined;

  constructor(bounds: TurnBounds) {
    this.#bounds = bounds;
  }

  /** False: too many wait already. */
  take(caller: string, turn: Turn): boolean {
    const line = this.#lines.get(caller) ?? { reading: new Map(), waiting: new Set() };
    if (line.waiting.size >= this.#bounds.waitingBodiesMax) return false;
    this.#lines.set(caller, line);
    line.waiting.add(turn);
    this.#advance(line);
    if (line.waiting.size > 0) this.#timer ??= setInterval(() => this.#judge(), this.#bounds.turnMs).unref();
    return true;
  }

  end(caller: string, turn: Turn): void {
    const line = this.#lines.get(caller);
    if (line === undefined) return;
    line.waiting.delete(turn);
    line.reading.delete(turn);
    this.#advance(line);
    if (line.reading.size === 0) this.#lines.delete(caller);
  }

  #advance({ reading, waiting }: Line): void {
    let bytes = 0;
    for (const turn of reading.keys()) bytes += turn.bytes;
    for (const turn of waiting) {
      bytes += turn.bytes;
      if (reading.size > 0 && bytes > this.#bounds.callerBytesMax) return;
      waiting.delete(turn);
      reading.set(turn, undefined);
      turn.begin();
    }
  }

  #judge(): void {
    const crowded = [...this.#lines.values()].filter(({ waiting }) => waiting.size > 0);
    for (const { reading } of crowded) this.#judgePace(reading);
    if (crowded.length > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #judgePace(reading: Line['reading']): void {
    for (const [turn, before] of reading) {
      const received = turn.received();
      if (before !== undefined && received - before < this.#bounds.turnBytesMin) turn.giveWay();
      else reading.set(turn, received);
    }
  }
}
