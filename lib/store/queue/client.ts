import { createHash } from 'node:crypto';
import { ChangeMessageVisibilityCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';

/**
 * A message to send, and its group. A fair queue of SQS alternates between groups, so that no group delays
 * the others.
 */
export type Sent = { readonly body: string; readonly group?: string | undefined };

/** A hash of a group's name, which has only characters that SQS allows. */
const groupId = (group: string): string => createHash('sha256').update(group).digest('hex');

export type QueueClient = ReturnType<typeof openQueueClient>;

/**
 * Opens the client of queues. It uses the endpoint of the environment, like the clients of other stores, and
 * not the host in a queue's URL.
 */
export function openQueueClient(environment: NodeJS.ProcessEnv) {
  const endpoint = environment.AWS_ENDPOINT_URL_SQS ?? environment.AWS_ENDPOINT_URL;
  const client = new SQSClient(endpoint ? { endpoint } : {});
  return {
    /**
     * Sends messages to a queue.
     * @throws Error when a message was rejected.
     */
    async send(queueUrl: string, messages: readonly Sent[]): Promise<void> {
      const Entries = messages.map(({ body, group }, n) => ({
        Id: String(n),
        MessageBody: body,
        ...(group !== undefined && { MessageGroupId: groupId(group) }),
      }));
      const reply = await client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
      const [first] = reply.Failed ?? [];
      if (first !== undefined)
        throw new Error(`SQS did not accept a message: ${first.Code} ${first.Message}`);
    },

    async show(queueUrl: string, receipt: string, afterS: number): Promise<void> {
      const message = { QueueUrl: queueUrl, ReceiptHandle: receipt, VisibilityTimeout: afterS };
      await client.send(new ChangeMessageVisibilityCommand(message));
    },
  };
}
