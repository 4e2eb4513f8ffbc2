import { addressOf, operations } from '../api/operations.ts'
import type { UsedOperation } from '../api/operations.ts'
import type { SentRequest } from './fake-api.ts'

interface Route {
  readonly id: UsedOperation
  readonly method: string
  readonly pattern: RegExp
  readonly parameters: number
}

/** Those with fewer parameters first: `/v1/checks/url` is no id of a check. */
const routes: readonly Route[] = Object.keys(operations)
  .map((name) => {
    const id = idOf(name)
    const { method, path } = addressOf(id)
    const pattern = path.replaceAll('.', String.raw`\.`).replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    return { id, method, pattern: new RegExp(`^${pattern}$`), parameters: path.split('{').length }
  })
  .toSorted((a, b) => a.parameters - b.parameters)

/** It is a key of the table. */
function idOf(name: string): UsedOperation {
  return name as UsedOperation
}

/** The operation that a request calls; null: none of the interface. */
export function findOperation(url: URL, { method = 'GET', body, headers }: RequestInit): SentRequest | null {
  const route = routes.find((one) => one.method === method && one.pattern.test(url.pathname))
  if (route === undefined) return null
  const params = Object.entries(route.pattern.exec(url.pathname)?.groups ?? {})
  return {
    id: route.id,
    params: Object.fromEntries(params.map(([name, text]) => [name, decodeURIComponent(text)])),
    query: queryOf(url.searchParams),
    body: typeof body === 'string' ? JSON.parse(body) : (body ?? undefined),
    account: new Headers(headers).get('x-service-account'),
    ifMatch: new Headers(headers).get('if-match'),
  }
}

const queryOf = (search: URLSearchParams): SentRequest['query'] =>
  Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name)
      return name.endsWith('[]') ? [name.slice(0, -2), values] : [name, values[0] ?? '']
    }),
  )
