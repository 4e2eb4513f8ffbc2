import type { Static, TObject, TSchema } from 'typebox'
import type { FaultCode } from '../faults.ts'
import type { BodySize } from './body-limits.ts'
import type { mergePatchType } from '../merge-patch.ts'

/** The required access: none, or a key with at least this role. */
export const accessLevels = ['public', 'read', 'run', 'write', 'admin', 'owner'] as const
export type Access = (typeof accessLevels)[number]

export const roles = ['READ_ONLY', 'READ_RUN', 'READ_WRITE', 'ADMIN', 'OWNER'] as const
export type Role = (typeof roles)[number]

/** The lowest role of an access level. */
export const lowestRole: { readonly [A in Exclude<Access, 'public'>]: Role } = {
  read: 'READ_ONLY',
  run: 'READ_RUN',
  write: 'READ_WRITE',
  admin: 'ADMIN',
  owner: 'OWNER',
}

export const allows = (role: Role, access: Access): boolean =>
  access === 'public' || roles.indexOf(role) >= roles.indexOf(lowestRole[access])

export interface RateLimit {
  readonly requests: number
  readonly seconds: number
}

export const defaultRateLimit: RateLimit = { requests: 600, seconds: 60 }

/**
 * One operation of the public API. The mounted route, its validation and serialization, the handler's types, the
 * OpenAPI document, the client and the conformance tests are derived from it.
 */
export interface OperationRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** OpenAPI style, for example `/v1/checks/{id}`. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly access: Access
  /** Works for all accounts of the key: none has to be chosen. */
  readonly acrossAccounts?: true
  /** Takes the tokens of agents, which the tools for models alone do. */
  readonly takesAgents?: true
  /** Proposes or decides a plan: keys of agents change things so alone. */
  readonly decidesPlans?: true
  /** Sets or reads the session cookie without a caller: requests from pages of other sites are rejected. */
  readonly ownSiteOnly?: true
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TSchema
  /** The media type of the body. Default: application/json. */
  readonly bodyType?: typeof mergePatchType
  /** Instead of `body`: bytes that the handler reads as they arrive, of this media type. */
  readonly upload?: {
    readonly type: 'application/gzip' | 'application/octet-stream'
    readonly maxBytes: number
    /** A request header with the SHA-256 of the bytes in hex: where it is sent, other bytes are refused. */
    readonly sha256Header?: string
  }
  /** Changes nothing although it is no GET, so that the audit log leaves it out. */
  readonly readsOnly?: true
  /**
   * Fields of the body and parameters of the query that the row does not name are dropped, because clients of the hosted
   * API send some; only a probable misspelling is rejected. Other rows reject every such name: of an operation that
   * selects, deletes, silences, triggers or grants, a name that is dropped widens what happens.
   */
  readonly ignoresUnknown?: true
  /** Names that known clients send in a body besides those of the row, which are dropped at any depth. */
  readonly alsoSent?: readonly string[]
  /** A body that may be omitted (triggers, cancels). */
  readonly bodyOptional?: true
  readonly success: {
    readonly status: 200 | 201 | 202 | 204
    readonly schema?: TSchema
    /** The body of a 202 while the result is not available; the handler returns `{ pending }` then. */
    readonly pending?: TSchema
    /** The body when what was requested exists already; the handler returns `{ existing }` then. */
    readonly existingStatus?: 200
    /** Other than application/json, for example image/svg+xml; the handler then returns a string. */
    readonly contentType?: string
    /** The handler returns the text in parts, which are sent as clients take them. */
    readonly isStream?: true
    /** The handler returns bytes in parts, which are sent as clients take them. */
    readonly isBytes?: true
    /** Whether a text has an `etag`; `hasEntityTag` says it of every operation. */
    readonly hasEtag?: true
    /** page: an array with a `content-range` header. */
    readonly list?: 'page'
  }
  readonly faults: readonly FaultCode[]
  readonly limit?: RateLimit
  readonly deprecated?: true
  /** How large its body may be; `standard` when absent. */
  readonly bodySize?: BodySize
}

/** Whether results have an `etag`, and a matching `if-none-match` is answered 304: all in JSON that are read. */
export const hasEntityTag = ({ method, success }: OperationRow): boolean =>
  success.hasEtag ?? (method === 'GET' && success.schema !== undefined)

/** Whether calls are recorded in the audit log: all that change something, and those by which people sign in. */
export const isAudited = ({ method, access, readsOnly, ownSiteOnly }: OperationRow): boolean =>
  method !== 'GET' && readsOnly !== true && (access !== 'public' || ownSiteOnly === true)

type StaticOf<S> = S extends TSchema ? Static<S> : undefined

/** The input of the handler of a row. */
export interface OperationInput<R extends OperationRow> {
  readonly params: StaticOf<R['params']>
  readonly query: StaticOf<R['query']>
  readonly body: R extends { readonly upload: object }
    ? AsyncIterable<Uint8Array>
    : R extends { readonly bodyOptional: true }
      ? StaticOf<R['body']> | undefined
      : StaticOf<R['body']>
}

/** One page of a list and the number of all its items. */
export interface Page<T> {
  readonly items: readonly T[]
  /** Zero-based index of the first item. */
  readonly offset: number
  readonly total: number
}

/** The body of a response whose result is not available yet. */
export interface PendingAnswer<T> {
  readonly pending: T
}

/** The body of a response about what existed before the request. */
export interface ExistingAnswer<T> {
  readonly existing: T
}

type ResponseOf<R extends OperationRow> = R['success'] extends { readonly pending: infer P; readonly schema: infer S }
  ? StaticOf<S> | PendingAnswer<StaticOf<P>>
  : R['success'] extends { readonly existingStatus: 200; readonly schema: infer S }
    ? StaticOf<S> | ExistingAnswer<StaticOf<S>>
    : FinalAnswer<R>

type FinalAnswer<R extends OperationRow> = R['success'] extends { readonly list: 'page'; readonly schema: infer S }
  ? StaticOf<S> extends readonly (infer I)[]
    ? Page<I>
    : never
  : R['success'] extends { readonly schema: infer S }
    ? StaticOf<S>
    : R['success'] extends { readonly isBytes: true }
      ? AsyncIterable<Uint8Array>
      : R['success'] extends { readonly isStream: true }
        ? AsyncIterable<string>
        : R['success'] extends { readonly contentType: string }
          ? string
          : void

/** The result of the handler of a row: the body, a page for page lists, or nothing. */
export type OperationResponse<R extends OperationRow> = ResponseOf<R>

/** Keeps the exact types of a row while checking its shape. */
export const operation = <const R extends OperationRow>(row: R): R => row

type Method = OperationRow['method']
type Route = `${Method} /${string}`
type MethodOf<T extends Route> = T extends `${infer M extends Method} ${string}` ? M : never
type PathOf<T extends Route> = T extends `${Method} ${infer P}` ? P : never

interface RowDefaults<T extends Route> {
  readonly tag: string
  /** The default access of operations that read and of those that change something; any other is stated. */
  readonly access: MethodOf<T> extends 'GET' ? 'read' : 'write'
  readonly success: { readonly status: 204 }
  readonly faults: readonly []
}

/** The fields that a row states: all but its route, and those that differ from the defaults. */
type RowInput = Omit<OperationRow, 'method' | 'path' | keyof RowDefaults<Route>> &
  Partial<Pick<OperationRow, keyof RowDefaults<Route>>>

/** The row of a route: its input, and the defaults of what that leaves out. */
type RowOf<T extends Route, R> = R & { readonly method: MethodOf<T>; readonly path: PathOf<T> } & Omit<
    RowDefaults<T>,
    keyof R
  >

/** Makes the rows of a tag: `operation('GET /v1/checks', { … })`. The cast is safe because it adds just these defaults. */
export const operationsOf =
  (tag: string) =>
  <const T extends Route, const R extends RowInput>(route: T, row: R): RowOf<T, R> => {
    const [method, path] = route.split(' ')
    const access = method === 'GET' ? 'read' : 'write'
    return { tag, access, success: { status: 204 }, faults: [], ...row, method, path } as unknown as RowOf<T, R>
  }
