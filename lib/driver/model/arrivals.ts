/** How users arrive. Rates in users per second over all shards; users are counts over all shards. */
export type Arrivals =
  | { readonly kind: 'noop' }
  | { readonly kind: 'atOnce'; readonly users: number }
  | { readonly kind: 'always'; readonly users: number }
  | { readonly kind: 'constantRate'; readonly usersPerSec: number; readonly variance: boolean }
  | {
      readonly kind: 'increasingRate' | 'decreasingRate';
      readonly initialUsersPerSec: number;
      readonly targetUsersPerSec: number;
      readonly variance: boolean;
    };
