import type { OperationRow } from '#contract'
import type { createApi } from '#api'

type Api = ReturnType<typeof createApi>

export interface OperationCall {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: unknown
  /** JSON that is sent as it is, in place of `body`. */
  readonly rawBody?: string
  /** Null: no key is sent. */
  readonly key: string | null
  readonly address?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Injected = Awaited<ReturnType<Api['inject']>>

/** Sends the request of one row, as a client would. */
export function injectOperation(app: Api, row: OperationRow, call: OperationCall): Promise<Injected> {
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_place, name: string) =>
    encodeURIComponent(call.params?.[name] ?? ''),
  )
  const payload = call.rawBody ?? bodyOf(row, call.body)
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(call.query ?? {})) query.set(name, String(value))
  return app.inject({
    method: row.method,
    url: query.size > 0 ? `${path}?${query.toString()}` : path,
    remoteAddress: call.address ?? '192.0.2.1',
    headers: headersOf(row, call, payload),
    ...(payload === undefined ? {} : { payload }),
  })
}

function bodyOf(row: OperationRow, body: unknown): string | Buffer | undefined {
  if (body === undefined) return undefined
  return row.upload && Buffer.isBuffer(body) ? body : JSON.stringify(body)
}

const headersOf = (row: OperationRow, { key, headers }: OperationCall, payload: string | Buffer | undefined) => ({
  ...(key === null ? {} : { authorization: `Bearer ${key}` }),
  ...(payload === undefined ? {} : { 'content-type': row.upload?.type ?? row.bodyType ?? 'application/json' }),
  ...headers,
})
