/**
 * The number of random cases that a test tries. A change is tested with `usual` cases, which find the faults
 * that were planted to check this number. With `DOWNPOUR_NIGHTLY=1` the test tries `nightly` cases, for rarer
 * faults.
 */
export function cases(usual: number, nightly: number): number {
  return process.env.DOWNPOUR_NIGHTLY === '1' ? nightly : usual;
}
