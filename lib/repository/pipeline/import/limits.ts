/** Bounds of uploads that take their documents from a datastore, each with its unit. */
export const datastoreLimits = {
  /**
   * The most bytes of a query to a datastore. The query is sent in a message of a queue, which limits its
   * size.
   */
  datastoreQueryBytesMax: 64 * 1024,
  /** The most bytes of the reply of a datastore. */
  datastoreReplyBytesMax: 64 * 1024 * 1024,
  /**
   * If a query to a datastore finds at most this many documents, they become runs before the upload gets its
   * reply. A task of the queue makes the runs of more documents.
   */
  datastoreRunsAtOnce: 10,
  /** The most documents that one query to a datastore may return. */
  datastoreRunsMax: 1000,
} as const;
