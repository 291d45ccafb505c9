/**
 * A smaller difference between the clocks of this program and the server is ignored. An answer takes some
 * time, and its header has whole seconds.
 */
const toleranceMs = 5_000;

let aheadMs = 0;

type Answered = { readonly headers: { readonly get: (name: string) => string | null } };

/** Notes the clock of the server, which the header Date of each answer has. */
export function noteServerClock({ headers }: Answered): void {
  const difference = Date.parse(headers.get('date') ?? '') - Date.now();
  if (Number.isFinite(difference)) aheadMs = Math.abs(difference) < toleranceMs ? 0 : difference;
}

/**
 * The present time by the clock of the server, in epoch milliseconds. The clock of this program may be
 * wrong, and all instants of runs and bursts come from the server.
 */
export const serverNow = (): number => Date.now() + aheadMs;
