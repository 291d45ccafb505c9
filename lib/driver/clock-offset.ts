/** A question to a time server and its answer. Epoch milliseconds with fractions. */
export type Exchange = {
  /** Times of the drive's clock. */
  readonly sentAt: number;
  readonly receivedAt: number;
  /** Times of the server's clock: when the request arrived, and when the answer left. */
  readonly serverReceivedAt: number;
  readonly serverSentAt: number;
  /** The largest error of the server's clock, as the server reports it. */
  readonly serverBoundMs: number;
};

/**
 * The difference of a clock from the true time: `true = clock + offsetMs`, with an error of up to `boundMs`.
 */
export type ClockOffset = { readonly offsetMs: number; readonly boundMs: number };

/**
 * The offset of a clock from exchanges with a time server, as in RFC 5905 section 8; undefined without any.
 *
 * With way there a and way back b, the two differences of clocks are offset + a and offset - b. Their mean is
 * off by (a - b) / 2, which is at most half of a + b. So the exchange that was under way for the shortest
 * time says most, and all others say nothing that it does not.
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
      // A clock was set meanwhile.
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
