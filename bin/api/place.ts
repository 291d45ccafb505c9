/** Whether an API is on this machine, where a burst ends with the process of its API. */
export const isHere = (url: string): boolean =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
