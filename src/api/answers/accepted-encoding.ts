import type { FastifyRequest } from 'fastify'
import { parseAccept } from 'hono/utils/accept'

/**
 * The content coding that a client prefers among those there are, the first of `available` when it has no preference;
 * null for none (RFC 9110 section 12.5.3).
 */
export function acceptedEncoding<E extends string>(
  { headers }: Pick<FastifyRequest, 'headers'>,
  available: readonly E[],
): E | null {
  const accepted = parseAccept(String(headers['accept-encoding'] ?? ''))
  const qualityOf = (name: string): number =>
    accepted.find(({ type }) => type.toLowerCase() === name)?.q ?? accepted.find(({ type }) => type === '*')?.q ?? 0
  const best = Math.max(...available.map(qualityOf))
  return best > 0 ? (available.find((name) => qualityOf(name) === best) ?? null) : null
}
