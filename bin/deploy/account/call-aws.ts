/** The answer of a call to AWS, or its error. Closes the client after the call. */
export async function answerOf<Client extends { destroy(): void }, Answer>(
  client: Client,
  call: (client: Client) => Promise<Answer>,
): Promise<Answer | Error> {
  try {
    return await call(client);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    client.destroy();
  }
}
