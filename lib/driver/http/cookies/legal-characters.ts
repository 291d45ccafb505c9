/**
 * True when a request may send a text of a response in a header (RFC 9110 section 5.5). Illegal characters
 * from a server must not prevent the next request of its user.
 */
export const isSendable = (text: string): boolean => !unsendable.test(text);

const unsendable = /[^\t\x20-\x7e\x80-\xff]/;
