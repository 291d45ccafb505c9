/**
 * The most characters of a text that becomes a part of an address. The API refuses longer addresses, and the
 * browser's history would store the text.
 */
export const fieldLengthMax = 4_000;
