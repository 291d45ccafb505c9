/**
 * A copy of a text that is kept for longer than the response it stands in: a part of a text keeps the whole of it in
 * memory, which would be all headers of a response for a short cookie. Header texts have a byte for each character.
 */
export const ownText = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');
