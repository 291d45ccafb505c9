import type { Target } from '../../model/benchmark.ts';

export type Transport = {
  readonly capacity: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  open(): Promise<void>;
  dispatch(request: TransportRequest, handler: TransportHandler): void;
  cancel(handler: TransportHandler, error: Error): void;
  close(error?: Error): void;
};
export type Connect = (target: Target, address: string | undefined, closed: () => void) => Transport;
export type TransportRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly string[];
  readonly moreHeaders?: readonly string[];
  readonly body: string | Uint8Array | null;
};
export type TransportHandler = {
  onHead(status: number, headers: ResponseHeaders): void;
  onData(chunk: Buffer): void;
  onEnd(): void;
  onError(error: Error): void;
};
export type ResponseHeaders = {
  get(name: string): string | undefined;
  all(name: string): readonly string[];
  each(visit: (name: string, value: string) => void): void;
};
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
}
