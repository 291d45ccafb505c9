/**
 * Decompresses the data of a report: Base64 of a gzip stream of JSON.
 *
 * @returns undefined in a browser that cannot decompress it.
 */
export async function expanded<T>(data: string): Promise<T | undefined> {
  if (!('DecompressionStream' in globalThis)) return undefined;
  const bytes = Uint8Array.from(atob(data.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).json() as Promise<T>;
}
