/** Names a metric's group of counts: `key` in the run document, and `type`, its shape. */
export type ExtensionName = { readonly key: string; readonly type: ExtensionType };

export type ExtensionType = 'counters' | 'transfersize';
