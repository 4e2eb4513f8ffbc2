import type { Queryable } from '../database/queryable.ts'

/** Hosts that the account lets modules of `/probe` run against. */
export async function findProbeTargets(db: Queryable, accountId: string): Promise<readonly string[]> {
  const rows = await db.rows<{ probeTargets: readonly string[] }>('select probe_targets from accounts where id = $1', [
    accountId,
  ])
  return rows[0]?.probeTargets ?? []
}

export const setProbeTargets = (tx: Queryable, accountId: string, targets: readonly string[]): Promise<unknown> =>
  tx.rows('update accounts set probe_targets = $2 where id = $1', [accountId, targets])
