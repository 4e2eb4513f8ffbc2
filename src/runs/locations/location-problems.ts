import { agentConnectedMs, lacksOf, missingOn, needsOf, sentenceOf } from '#contract'
import { writeReason } from '#contract/reasons'
import { listAccountLocations } from '#storage/agents'
import type { AccountLocation } from '#storage/agents'
import type { Store } from '#storage/database'
import { scriptSourcesOf } from '../code/script-sources.ts'
import { loadEffectiveChecks } from '#management'
import type { EffectiveCheck } from '#management'

/** Why a check does not run in one of its private locations now. */
export interface LocationProblem {
  /** The slug name. */
  readonly location: string
  /** A sentence. */
  readonly problem: string
  /** Since when it has no agent; absent for other problems. */
  readonly since?: string
  /** The needs its agents lack, such as `feature:icmp` and `type:DNS`; absent for other problems. */
  readonly missing?: string[]
}

/**
 * Why some of these checks of an account do not run in a private location: it has no agent, or none of its agents has
 * what the check needs. Checks without problems are absent. Nothing is read of checks while every agent can do all.
 */
export async function findLocationProblems(
  { db, encryption }: Store,
  account: { readonly accountId: string; readonly nowMs: number },
  checkIds: readonly string[],
): Promise<ReadonlyMap<string, readonly LocationProblem[]>> {
  const seenAfter = new Date(account.nowMs - agentConnectedMs)
  const locations = (await listAccountLocations(db, account.accountId, seenAfter)).filter(mayHaveProblems)
  if (locations.length === 0) return new Map()
  const checks = await loadEffectiveChecks(db, encryption, checkIds)
  const places = new Map(locations.map((location, index) => [location.slugName, { location, index }]))
  const found = [...checks].map(([id, check]) => [id, problemsOf(check, places)] as const)
  return new Map(found.filter(([, problems]) => problems.length > 0))
}

const mayHaveProblems = ({ unservedSince, capabilities }: AccountLocation): boolean =>
  unservedSince !== null || capabilities.some((one) => lacksOf(one).length > 0)

/** By slug name, with the order. */
type Places = ReadonlyMap<string, { readonly location: AccountLocation; readonly index: number }>

function problemsOf(effective: EffectiveCheck, places: Places): LocationProblem[] {
  const { check } = effective
  const { checkType, settings, privateLocations } = check
  const needs = needsOf({
    checkType,
    request: 'request' in settings ? settings.request : null,
    hasCode: scriptSourcesOf(effective) !== null,
  })
  return [...new Set(privateLocations)]
    .flatMap((slugName) => places.get(slugName) ?? [])
    .toSorted((one, other) => one.index - other.index)
    .flatMap(({ location: { slugName: location, unservedSince, capabilities } }): LocationProblem[] => {
      const agents = capabilities.map((one) => ({ lacks: lacksOf(one) }))
      if (unservedSince !== null)
        return [{ location, problem: sinceWhen(unservedSince), since: unservedSince.toISOString() }]
      const missing = missingOn(needs, agents)
      return missing === null ? [] : [{ location, problem: sentenceOf(missing), missing: [...missing] }]
    })
}

const sinceWhen = (since: Date): string => writeReason('LOCATION_WITHOUT_AGENT', { date: since.toISOString() })
