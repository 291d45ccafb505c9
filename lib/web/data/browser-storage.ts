/** A storage of the browser. Undefined: the browser denies it to the page. */
export function browserStorage(name: 'sessionStorage' | 'localStorage'): Storage | undefined {
  try {
    return globalThis[name];
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
