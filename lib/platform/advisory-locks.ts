/** Numbers of PostgreSQL's advisory locks, together so that none has two uses. Those that are named at run time are texts. */
export const LOCKS = {
  /** Of the process that started the embedded database: without a holder, that process was killed. */
  embeddedDatabase: 7_218_402_306,
  /** `prisma migrate deploy` takes the same one, so that either waits for the other. */
  migration: 72_707_369,
  /** Of imports and publishes. */
  import: 7_436_120_945,
  /** Of forms that are counted by sender. */
  forms: 7_436_120_946,
  /** Of the one process that reads sources. */
  sources: 7_436_120_947,
  /** Of the one process that sends e-mails. */
  mails: 7_436_120_948,
  /** Of the one process that sends webhooks. */
  webhooks: 7_436_120_949,
  /** Of the one process that makes export files ahead. */
  exportsAhead: 7_436_120_950,
} as const;

/** First halves; the second names the object. */
export const LOCKS_OF_ONE = { source: 743_612, changeSet: 743_613 } as const;
