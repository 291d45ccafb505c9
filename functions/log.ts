/** Logs one line of JSON. Requests are never logged: their headers hold keys. */
export function logFailure(message: string, error: unknown, requestId?: string): void {
  console.error(JSON.stringify({ level: 'ERROR', message, requestId, error: stack(error) }));
}

function stack(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause === undefined ? own : `${own}\ncaused by ${stack(error.cause)}`;
}
