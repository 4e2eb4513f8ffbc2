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
  'SESSION_INVALID',
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

/** The faults that follow from the shape of an operation. */
const shapes: readonly (readonly [applies: (row: OperationRow) => unknown, codes: readonly FaultCode[]])[] = [
  [({ access }) => access !== 'public', keyFaults],
  [({ access }) => access !== 'public' && access !== 'read', ['ROLE_TOO_LOW']],
  [
    ({ access, method, ownSiteOnly }) => ownSiteOnly ?? (access !== 'public' && method !== 'GET'),
    ['CROSS_SITE_REQUEST'],
  ],
  [({ params, query }) => params ?? query, ['PARAMETER_INVALID']],
  [({ body }) => body, bodyFaults],
  [({ upload }) => upload, uploadFaults],
  [({ upload }) => upload?.sha256Header, ['UPLOAD_CHECKSUM_WRONG']],
]

/** Every fault of an operation, its own and those that follow from its shape, each once. */
export function faultsOf(row: OperationRow): readonly FaultCode[] {
  const ofShape = shapes.flatMap(([applies, codes]) => (applies(row) ? codes : []))
  return [...new Set([...row.faults, ...commonFaults, ...ofShape])]
}
