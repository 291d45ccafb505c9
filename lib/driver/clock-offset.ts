/** One request to a time server and its answer. All times are epoch milliseconds with fractions. */
export type Exchange = {
  /** The instants at which the drive sent the request and received the answer, by the drive's clock. */
  readonly sentAt: number;
  readonly receivedAt: number;
  /** The instants at which the request arrived and the answer left, by the server's clock. */
  readonly serverReceivedAt: number;
  readonly serverSentAt: number;
  /** The largest error of the server's clock, as the server reports it. */
  readonly serverBoundMs: number;
};

/**
 * The difference between a clock and the true time: `true = clock + offsetMs`, with an error of at most
 * `boundMs`.
 */
export type ClockOffset = { readonly offsetMs: number; readonly boundMs: number };

/**
 * Computes the offset of a clock from exchanges with a time server, as in RFC 5905 section 8. Undefined
 * without exchanges.
 *
 * The request takes the time a to arrive, and the answer takes the time b. The two differences between the
 * clocks are then offset + a and offset - b. Their mean is wrong by (a - b) / 2, which is at most half of a +
 * b. So the fastest exchange has the smallest error, and the others add nothing.
 */
export function clockOffset(exchanges: readonly Exchange[]): ClockOffset | undefined {
  const offsets = exchanges.flatMap(
    ({
      sentAt: askedAt,
      receivedAt: heardAt,
      serverReceivedAt: receivedAt,
      serverSentAt: answeredAt,
      serverBoundMs,
    }) => {
      const wayMs = heardAt - askedAt - (answeredAt - receivedAt);
      // Ignores an exchange during which one of the two clocks was changed.
      if (wayMs < 0 || heardAt < askedAt || answeredAt < receivedAt) return [];
      return [
        {
          wayMs,
          offsetMs: (receivedAt - askedAt + (answeredAt - heardAt)) / 2,
          boundMs: wayMs / 2 + serverBoundMs,
        },
      ];
    },
  );
  const [best] = offsets.sort((one, other) => one.wayMs - other.wayMs);
  return best && { offsetMs: best.offsetMs, boundMs: best.boundMs };
}
