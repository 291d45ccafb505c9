/**
 * Globals that Node 22 lacks. Bundles import them from here. If Node has a global of this name, that global
 * is used.
 */
export { AsyncDisposableStack, DisposableStack } from '@whatwg-node/disposablestack';
