/**
 * How many random cases a test tries. A change is tested with `usual`, which finds the faults that were
 * planted. With `DOWNPOUR_NIGHTLY=1` the test tries `nightly` cases, for rarer faults.
 */
export function cases(usual: number, nightly: number): number {
  return process.env.DOWNPOUR_NIGHTLY === '1' ? nightly : usual;
}
