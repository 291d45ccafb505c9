/**
 * A text of a response that a request may carry in a header (RFC 9110 section 5.5). What a server sends and
 * HTTP does not allow must not make the next request of its user one that cannot be sent.
 */
export const isSendable = (text: string): boolean => !unsendable.test(text);

const unsendable = /[^\t\x20-\x7e\x80-\xff]/;
