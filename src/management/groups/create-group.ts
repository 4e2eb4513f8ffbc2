import { CheckGroupCreateBodySchema, CheckGroupV2CreateBodySchema, withDefaults } from '#contract'
import type { GroupDefinition } from '#contract'
import type { Caller } from '#kernel'
import { assertAllowance, insertGroup } from '#storage'
import type { LinkedGroup, Store } from '#storage'
import { judgeEntitlements } from '../checks/judge-entitlements.ts'
import { saveFirstSubscriptions } from '../checks/save-subscriptions.ts'
import { judgePrivateLocations } from '../locations/judge-private-locations.ts'
import { judgeSnippets } from '../snippets/judge-snippets.ts'
import { applyGroupInput } from './apply-group-input.ts'
import { blankGroup } from './group-input.ts'
import type { GroupInput } from './group-input.ts'
import { judgeGroup } from './judge-group.ts'

export interface NewCheckGroup {
  /** 1: overrides its members whatever they say. 2: only what it sets does. */
  readonly generation: GroupDefinition['generation']
  /** Judged by the create schema of the route. */
  readonly body: GroupInput
  readonly autoAssignAlerts: boolean
}

const schemas = { 1: CheckGroupCreateBodySchema, 2: CheckGroupV2CreateBodySchema } as const

/** Creates a group without members; checks join it by their `groupId`. Defaults of the contract fill the body. */
export async function createGroup(store: Store, caller: Caller, input: NewCheckGroup): Promise<LinkedGroup> {
  const { generation, body, autoAssignAlerts } = input
  const { accountId } = caller
  const blank = blankGroup({ accountId, generation, createdAt: new Date(caller.nowMs) })
  const created = applyGroupInput(blank, withDefaults(schemas[generation], body))
  judgeGroup(created)
  judgeEntitlements(caller, body)
  return store.db.transaction(async (tx) => {
    await judgePrivateLocations(tx, accountId, created.settings.privateLocations ?? [])
    await judgeSnippets(tx, accountId, created.settings)
    const id = await insertGroup(tx, store.seal, created)
    await assertAllowance(tx, caller, 'CHECK_GROUPS')
    const wish = { given: body.alertChannelSubscriptions, autoAssignAlerts }
    const { subscriptions } = await saveFirstSubscriptions(tx, store, { accountId, groupId: id }, wish)
    return { group: { ...created, id }, subscriptions }
  })
}
