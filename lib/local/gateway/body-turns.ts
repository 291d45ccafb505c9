export type TurnBounds = {
  /**
   * The limit of bytes of one caller's bodies that are read at once. The first body is read whatever its
   * size.
   */
  readonly callerBytesMax: number;
  /**
   * The limit of bodies of one caller that wait for their turn. The system buffers the data of these clients.
   */
  readonly waitingBodiesMax: number;
  /**
   * The interval in milliseconds in which progress is checked. While other bodies wait, a body loses its turn
   * when it receives fewer than `turnBytesMin` bytes in one interval.
   */
  readonly turnMs: number;
  readonly turnBytesMin: number;
};

export type Turn = {
  /** The declared length of the body in bytes, or the maximum length. */
  readonly bytes: number;
  /** Called when the turn of the body begins. */
  readonly begin: () => void;
  /** The number of received bytes of the body. */
  readonly received: () => number;
  /** Called when other bodies have waited for this body too long. */
  readonly giveWay: () => void;
};

type Line = {
  /**
   * The bodies that are being read, with their number of received bytes at the last check. Undefined before
   * the first check.
   */
  readonly reading: Map<Turn, number | undefined>;
  readonly waiting: Set<Turn>;
};

/** Decides which bodies are read. The long bodies of each caller have their own line. */
export class BodyTurns {
  readonly #bounds: TurnBounds;
  readonly #lines = new Map<string, Line>();
  #timer: NodeJS.Timeout | undefined;

  constructor(bounds: TurnBounds) {
    this.#bounds = bounds;
  }

  /** Adds a body to its caller's line. False when too many bodies wait already. */
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
