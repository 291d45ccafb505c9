/** True when a URL names this machine itself, by a name or an address that never leaves it. */
export function isLoopback(url: string | URL): boolean {
  const host = new URL(url).hostname;
  return host === 'localhost' || host.endsWith('.localhost') || host.startsWith('127.') || host === '[::1]';
}
