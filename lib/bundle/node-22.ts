/**
 * Globals that Node 22 lacks. Bundles import them from here, and a newer Node's own globals are used when
 * they exist.
 */
export { AsyncDisposableStack, DisposableStack } from '@whatwg-node/disposablestack';
