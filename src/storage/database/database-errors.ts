import { DatabaseError } from 'pg'

/** The five-character SQLSTATE of an answer of the server, or undefined. */
export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined
}

/** Whether a statement broke the unique constraint of this name. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  error instanceof DatabaseError && error.code === '23505' && error.constraint === constraint

/** Codes of the system while connecting or talking. */
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** Shutdown, crash, starting up, too many connections, a standby that was promoted (PostgreSQL appendix A). */
const sqlStates = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25006'])
/** Out of memory, a limit of the configuration, a failing disk: the same statement may succeed later. */
const exhaustedStates = new Set(['53000', '53200', '53400', '58030'])

/** The driver reports a lost connection by message only. */
const driverMessage =
  /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|Client was closed|connection timeout/i

/**
 * Whether the connection or the server failed, not the statement: worth trying again after a pause. What a failed
 * `commit` did is then unknown.
 */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionError)
  if (!(error instanceof Error)) return false
  const state = sqlStateOf(error)
  if (state !== undefined) return state.startsWith('08') || sqlStates.has(state) || exhaustedStates.has(state)
  if ('code' in error && typeof error.code === 'string' && systemCodes.has(error.code)) return true
  return driverMessage.test(error.message)
}

/**
 * Whether this transaction lost against another: the server aborted it, or a row it had read was deleted (a broken foreign
 * key). The same work again may succeed.
 */
export function isSerializationFailure(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state === '40001' || state === '40P01' || state === '23503'
}

/** Whether a prepared statement no longer fits its table, which happens once per connection after a migration. */
export function isOutdatedPlan(error: unknown): boolean {
  return sqlStateOf(error) === '0A000' && error instanceof Error && error.message.includes('cached plan')
}

/**
 * Whether a disk is full, that of the database server or that of this process: it reads as before, and writes again as
 * soon as there is space.
 */
export const isDiskFull = (error: unknown): boolean =>
  sqlStateOf(error) === '53100' || (error instanceof Error && 'code' in error && fullCodes.has(error.code))

/** Of the system, while writing (errno(3)). */
const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

/** Whether the server ended a statement because it took longer than a statement may. */
export const isStatementTimeout = (error: unknown): boolean => sqlStateOf(error) === '57014'
