import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';

let client: EventBridgeClient | undefined;

/**
 * Sends an event to a bus of EventBridge. The source is `downpour`, and the detail type is the kind of the
 * event.
 * @throws Error when the bus rejects the event.
 */
export async function putEvent(bus: string, kind: string, detail: object): Promise<void> {
  client ??= new EventBridgeClient({});
  const entry = { EventBusName: bus, Source: 'downpour', DetailType: kind, Detail: JSON.stringify(detail) };
  const { Entries = [] } = await client.send(new PutEventsCommand({ Entries: [entry] }));
  const [{ ErrorCode, ErrorMessage } = {}] = Entries;
  if (ErrorCode !== undefined)
    throw new Error(`EventBridge refused an event: ${ErrorCode} ${ErrorMessage ?? ''}`);
}
