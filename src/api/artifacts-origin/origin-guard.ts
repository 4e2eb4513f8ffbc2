import { comparableHost } from '#publishing'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route belongs to the origin of artifacts, and to no other. */
    isOfArtifacts?: boolean
  }
}

const nameIn = (host: string): string => comparableHost(host.replace(/:\d+$/, ''))

/**
 * Whether a request may use the route it matched: routes of artifacts exist under the host name of artifacts alone, and
 * no other route exists there. Ports are not compared, because proxies leave them out and cookies ignore them.
 */
export function createOriginGuard(artifactsUrl: string | null): (request: FastifyRequest) => boolean {
  const name = artifactsUrl === null ? null : nameIn(new URL(artifactsUrl).host)
  return ({ headers, routeOptions }) => {
    const isAtArtifacts = name !== null && nameIn(headers.host ?? '') === name
    return isAtArtifacts === (routeOptions.config.isOfArtifacts === true)
  }
}
