/**
 * Copies a text to the clipboard. Returns false when the browser denies it, as without HTTPS or without a
 * permission.
 */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    // Without HTTPS the browser has no clipboard at all.
    if (error instanceof DOMException || error instanceof TypeError) return false;
    throw error;
  }
}
