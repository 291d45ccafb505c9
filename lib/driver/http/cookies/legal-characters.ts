/**
 * True when a text from a response may be sent in a request header (RFC 9110 section 5.5). A server may send
 * illegal characters. They must not make the next request of the user fail.
 */
export const isSendable = (text: string): boolean => !unsendable.test(text);

const unsendable = /[^\t\x20-\x7e\x80-\xff]/;
