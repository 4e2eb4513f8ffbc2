import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the path says all that matters, so that requests count whatever hosts they name. */
    isForAnyHost?: boolean
  }
}

/**
 * The problem with the hosts that a request names, which must be one (RFC 9112 section 3.2). Of several, a proxy in front of
 * the service may have read another one (request smuggling).
 */
export function hostProblem({ raw, routeOptions }: FastifyRequest): 'none' | 'several' | null {
  if (routeOptions.config.isForAnyHost === true) return null
  const count = countHosts(raw)
  if (count > 1) return 'several'
  return count === 0 && raw.httpVersion === '1.1' ? 'none' : null
}

function countHosts({ rawHeaders }: FastifyRequest['raw']): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}
