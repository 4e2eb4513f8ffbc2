import type { IncomingMessage } from 'node:http'

export interface ResponseHead {
  readonly status: number
  readonly statusText: string
  /** All headers by their names in lowercase; repeated ones are lists. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** One header, whose name is in lowercase. Repeated ones are joined, unless only the first may count. */
  readonly header: (name: string) => string | undefined
}

export function headOf(response: IncomingMessage): ResponseHead {
  const headers: Record<string, string | readonly string[]> = {}
  for (const [name, values] of Object.entries(response.headersDistinct)) {
    const [only = '', ...rest] = values ?? []
    headers[name] = rest.length === 0 ? only : [only, ...rest]
  }
  return {
    status: response.statusCode ?? 0,
    statusText: response.statusMessage ?? '',
    headers,
    header: (name) => {
      const value = response.headers[name]
      return typeof value === 'object' ? value.join(', ') : value
    },
  }
}
