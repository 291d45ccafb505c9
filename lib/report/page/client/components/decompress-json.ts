/**
 * Decompresses the data of a report: Base64 of a gzip stream of JSON.
 *
 * @returns undefined in a browser that cannot decompress it.
 */
export async function expanded<T>(data: string): Promise<T | undefined> {
  if (!('DecompressionStream' in globalThis)) return undefined;
  const letters = atob(data.trim());
  // A loop takes a tenth of the time of Uint8Array.from with a function.
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).json() as Promise<T>;
}
