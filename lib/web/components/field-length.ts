/**
 * The most characters of a text that becomes a part of an address. A longer address is refused by the API,
 * and its text would be kept in the history of the browser.
 */
export const fieldLengthMax = 4_000;
