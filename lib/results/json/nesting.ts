/** Has a JSON value at most so many arrays and objects inside one another? */
export function isNestedAtMost(value: unknown, depthMax: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depthMax === 0) return false;
  return Object.values(value).every((inner) => isNestedAtMost(inner, depthMax - 1));
}
