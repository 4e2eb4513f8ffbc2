import type { CheckDefinition, GroupDefinition } from '#contract'
import { effectiveCheck } from '#inheritance'
import { findCheckDefinitions, findGroupDefinitions } from '#storage/checks'
import type { Queryable } from '#storage/database'
import type { Encryption } from '#kernel'

export interface EffectiveCheck {
  /** With the settings of its group applied. */
  readonly check: CheckDefinition
  /** As it is stored. */
  readonly own: CheckDefinition
  readonly group: GroupDefinition | null
}

/** Checks with their groups' settings applied, by check id. Ids of deleted checks are absent. */
export async function loadEffectiveChecks(
  db: Queryable,
  encryption: Encryption,
  checkIds: readonly string[],
): Promise<Map<string, EffectiveCheck>> {
  return withGroups(db, encryption, await findCheckDefinitions(db, encryption, [...new Set(checkIds)]))
}

/** Checks with their groups' settings applied, by check id. */
export async function withGroups(
  db: Queryable,
  encryption: Encryption,
  definitions: readonly CheckDefinition[],
): Promise<Map<string, EffectiveCheck>> {
  const groupIds = [...new Set(definitions.flatMap((check) => check.groupId ?? []))]
  const groups = new Map((await findGroupDefinitions(db, encryption, groupIds)).map((group) => [group.id, group]))
  return new Map(
    definitions.map((own) => {
      const group = own.groupId === null ? null : (groups.get(own.groupId) ?? null)
      return [own.id, { own, group, check: effectiveCheck(own, group) }]
    }),
  )
}
