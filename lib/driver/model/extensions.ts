/** A group of counts in addition to the counters of a metric: its name in the run document and its shape. */
export type ExtensionName = { readonly key: string; readonly type: ExtensionType };

export type ExtensionType = 'counters' | 'transfersize';
