import { CodedError } from '#kernel'

export type EmbeddedPostgresErrorCode =
  | 'PLATFORM_UNSUPPORTED'
  | 'BINARIES_MISSING'
  | 'PROGRAMS_UNREACHABLE'
  | 'DATA_DIRECTORY_IN_USE'
  | 'DATA_DIRECTORY_FOREIGN'
  | 'DATA_DIRECTORY_UNREACHABLE'
  | 'DATA_DIRECTORY_FULL'
  | 'DATA_VERSION_MISMATCH'
  | 'USER_WITHOUT_NAME'
  | 'INITIALISATION_FAILED'
  | 'START_FAILED'

/** The embedded server cannot be used. The message says what the operator can do. */
export class EmbeddedPostgresError extends CodedError<EmbeddedPostgresErrorCode> {}

/** The code of a system error (for example `ENOENT`), or undefined for anything else. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
