import { locationOfQueue } from '#contract'
import type { CheckCertificates } from '#contract'
import { certificatesOfRun } from '#diagnosis'
import { dayMs } from '#kernel'
import type { Caller } from '#kernel'
import type { Store } from '#storage/database'
import { listResults } from './results.ts'
import type { ListedResult } from './results.ts'

/** The runs whose hosts count: a host that none of them asked is not one of the check any more. */
const runsRead = 10

type Certificate = CheckCertificates['certificates'][number]

/** The certificates that the last runs of a check saw, the first to expire first. Throws CHECK_NOT_FOUND. */
export async function listCertificates(store: Store, caller: Caller, checkId: string): Promise<CheckCertificates> {
  const query = { checkId, resultType: 'ALL' } as const
  const { items } = await listResults(store, caller, query, { limit: runsRead, withDetail: true })
  const byHost = new Map<string, Certificate>()
  // The newest last: it replaces what earlier runs saw.
  for (const one of items.toReversed().flatMap((result) => seenBy(result, caller.nowMs))) byHost.set(one.host, one)
  const certificates = [...byHost.values()].toSorted((one, other) => one.daysRemaining - other.daysRemaining)
  return { checkId, certificates }
}

/** Without those whose end cannot be read: targets and agents may say anything. */
const seenBy = (result: ListedResult, nowMs: number): Certificate[] =>
  certificatesOfRun({ checkType: result.checkType, detail: result.detail ?? {} })
    .filter(({ validTo }) => !Number.isNaN(Date.parse(validTo)))
    .map(({ host, issuer, validTo }) => ({
      host,
      issuer,
      validTo,
      daysRemaining: Math.floor((Date.parse(validTo) - nowMs) / dayMs),
      seenAt: result.startedAt.toISOString(),
      runLocation: locationOfQueue(result.location),
      checkResultId: result.id,
    }))
