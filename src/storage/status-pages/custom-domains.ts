import type { Queryable } from '../database/queryable.ts'

const otherTables = { 'status page': 'dashboards', dashboard: 'status_pages' } as const

/**
 * Whether a dashboard has the domain a status page wants, or the other way round. Until the transaction ends no one else
 * else is answered for this domain.
 */
export async function isDomainOfOtherKind(
  tx: Queryable,
  kind: keyof typeof otherTables,
  domain: string | null,
): Promise<boolean> {
  if (domain === null) return false
  await tx.rows(`select pg_advisory_xact_lock(hashtextextended($1, 4711))`, [`custom domain ${domain}`])
  const rows = await tx.rows(`select from ${otherTables[kind]} where custom_domain = $1`, [domain])
  return rows.length > 0
}
