/**
 * The path in the document to which a chosen file belongs: the path that equals the name of the file, or else
 * the path that ends with it. Undefined: the document needs no such file.
 */
export const pathFor = (name: string, needed: readonly string[]): string | undefined =>
  needed.find((path) => path === name) ??
  needed.find((path) => path.slice(path.lastIndexOf('/') + 1) === name);

/** The most bytes of a file that is read as a document. The limit of the API is smaller. */
const documentBytesMax = 5_000_000;

/** The text of a document. Undefined: the browser cannot read the file, or it is too large. */
export async function textOf(file: File): Promise<string | undefined> {
  if (file.size > documentBytesMax) return undefined;
  try {
    return await file.text();
  } catch (error) {
    // The file was moved, or the person may not read it.
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
