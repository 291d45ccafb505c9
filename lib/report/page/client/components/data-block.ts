/**
 * The JSON in an element of the page: Base64 of a gzip stream.
 *
 * @returns undefined in a browser that cannot expand it.
 */
export async function dataIn<T>(id: string): Promise<T | undefined> {
  const text = document.getElementById(id)?.textContent;
  if (text === undefined || text === null || !('DecompressionStream' in globalThis)) return undefined;
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).json() as Promise<T>;
}
