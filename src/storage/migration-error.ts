import { CodedError } from '#kernel'

export type MigrationErrorCode =
  | 'SERVER_TOO_OLD'
  | 'ENCODING_UNSUITABLE'
  | 'POOLED_BY_TRANSACTION'
  | 'DATABASE_NEWER'
  | 'DATABASE_TOO_OLD'
  | 'MIGRATION_CHANGED'
  | 'MIGRATION_OUT_OF_ORDER'
  | 'MIGRATION_FILES_INVALID'
  | 'MIGRATION_FAILED'

/** The schema cannot be brought to the program's version. The message says what the operator can do about it. */
export class MigrationError extends CodedError<MigrationErrorCode> {}
