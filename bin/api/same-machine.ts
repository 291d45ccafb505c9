/** True when the API is on this machine. The bursts of such an API end with its process. */
export const isHere = (url: string): boolean =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
