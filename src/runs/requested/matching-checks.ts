import type { CheckDefinition } from '#contract'
import type { Queryable, Store } from '#storage/database'
import { loadEffectiveChecks } from '#management'
import { hasTags } from './has-tags.ts'

/** How many checks one statement reads and starts. */
const batchSize = 500

export interface CheckMatch {
  /**
   * Alternatives, each a list of tags a check must all have, its group's included; `!` before a tag means that it must
   * not have it. Omitted: any check.
   */
  readonly matchTags?: readonly (readonly string[])[] | undefined
  /** Whether deactivated checks, and checks of deactivated groups, are included. */
  readonly allowDeactivated?: boolean | undefined
}

/** Those of these checks that match, with group settings applied, in the order given. */
export async function matchingChecks(
  tx: Queryable,
  { encryption }: Store,
  ids: readonly string[],
  match: CheckMatch,
): Promise<CheckDefinition[]> {
  const matched: CheckDefinition[] = []
  for (const batch of batchesOf(ids)) {
    const effective = await loadEffectiveChecks(tx, encryption, batch)
    const checks = batch.flatMap((id) => effective.get(id)?.check ?? [])
    const mayRun = checks.filter((check) => check.activated || match.allowDeactivated === true)
    matched.push(...mayRun.filter((check) => hasTags(check.tags, match.matchTags)))
  }
  return matched
}

/** Splits items, in order, into batches of the size one statement should process. */
export function batchesOf<T>(items: readonly T[]): T[][] {
  const batches: T[][] = []
  for (let start = 0; start < items.length; start += batchSize) batches.push(items.slice(start, start + batchSize))
  return batches
}
