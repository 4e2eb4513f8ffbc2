import type { FaultCode } from '../faults.ts'
import type { OperationRow } from './row.ts'

/** The faults of every operation. */
export const commonFaults = [
  'HOST_REPEATED',
  'RATE_LIMITED',
  'INTERNAL',
  'STORAGE_FULL',
  'STORAGE_TOO_SLOW',
  'STORAGE_UNAVAILABLE',
] as const satisfies readonly FaultCode[]

/** The faults of operations that add what plans limit. */
export const planFaults = ['ENTITLEMENT_DISABLED', 'ENTITLEMENT_EXCEEDED'] as const satisfies readonly FaultCode[]

/** The faults of every operation that needs a key. */
export const keyFaults = [
  'KEY_MISSING',
  'KEY_INVALID',
  'ACCOUNT_HEADER_MISSING',
  'ACCOUNT_FORBIDDEN',
] as const satisfies readonly FaultCode[]

/** The faults of every operation that takes a body. */
export const bodyFaults = [
  'BODY_INVALID',
  'JSON_MALFORMED',
  'BODY_ENCODING_INVALID',
  'BODY_TOO_LARGE',
  'CONTENT_TYPE_UNSUPPORTED',
] as const satisfies readonly FaultCode[]

/** The faults of every operation that takes an upload. */
export const uploadFaults = [
  'BODY_ENCODING_INVALID',
  'BODY_TOO_LARGE',
  'CONTENT_TYPE_UNSUPPORTED',
] as const satisfies readonly FaultCode[]

/** The faults of requests that match no operation. */
export const routerFaults = ['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED'] as const satisfies readonly FaultCode[]

/** Every fault of an operation, its own and those that follow from its shape, each once. */
export function faultsOf(row: OperationRow): readonly FaultCode[] {
  const all: FaultCode[] = [...row.faults, ...commonFaults]
  if (row.access !== 'public') all.push(...keyFaults)
  if (row.access !== 'public' && row.access !== 'read') all.push('ROLE_TOO_LOW')
  if (row.params || row.query) all.push('PARAMETER_INVALID')
  if (row.body) all.push(...bodyFaults)
  if (row.upload) all.push(...uploadFaults)
  return [...new Set(all)]
}
