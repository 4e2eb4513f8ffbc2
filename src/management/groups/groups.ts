import {
  CheckGroupCreateBodySchema,
  CheckGroupV2CreateBodySchema,
  sourcesOfGroupDefaults,
  givenBody,
  neverSet,
  withDefaults,
} from '#contract'
import type { Given, GroupDefinition, Page } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { assertAllowance } from '#storage/accounts'
import {
  countChecksOfGroup,
  deleteGroup as deleteGroupRow,
  findLinkedGroup,
  insertGroup,
  listLinkedGroups,
  lockGroupDefinition,
  releaseHeldOfGroup,
  updateGroup as updateGroupRow,
} from '#storage/checks'
import type { GroupFilter, LinkedGroup } from '#storage/checks'
import type { PageWindow, Queryable, Store } from '#storage/database'
import { validateAlertSettings } from '../checks/validate-alert-settings.ts'
import { validateEntitlements } from '../checks/validate-entitlements.ts'
import { validateAssertions, validateTemplates } from '../checks/validate-check.ts'
import { saveFirstSubscriptions, saveSubscriptions } from '../checks/save-subscriptions.ts'
import { validateEscalationPolicy } from '../escalation-policies/validate-rules.ts'
import { validatePrivateLocations } from '../locations/private-locations.ts'
import { validateSnippets } from '../snippets.ts'
import { applyGroupInput } from './apply-group-input.ts'
import { blankGroup } from './group-input.ts'
import type { GroupInput } from './group-input.ts'
import { refreshMembers } from './refresh-members.ts'

export interface NewCheckGroup {
  /** 1: overrides the settings of its members. 2: overrides only those it sets. */
  readonly generation: GroupDefinition['generation']
  /** Validated by the create schema of the route. */
  readonly body: GroupInput
  readonly autoAssignAlerts: boolean
}

const schemas = { 1: CheckGroupCreateBodySchema, 2: CheckGroupV2CreateBodySchema } as const

/** Creates a group without members; checks join it by their `groupId`. Defaults of the contract fill the body. */
export async function createGroup(store: Store, caller: Caller, input: NewCheckGroup): Promise<LinkedGroup> {
  const { generation, body, autoAssignAlerts } = input
  const { accountId } = caller
  const blank = blankGroup({ accountId, generation, createdAt: new Date(caller.nowMs) })
  const created = applyGroupInput(blank, filledBody(generation, body))
  validateGroup(created)
  validateEntitlements(caller, body)
  return store.db.transaction(async (tx) => {
    await validatePrivateLocations(tx, accountId, created.settings.privateLocations ?? [])
    await validateSnippets(tx, accountId, created.settings)
    await validateEscalationPolicy(tx, accountId, created.settings.alertSettings, 'alertSettings.')
    const id = await insertGroup(tx, store.encryption, created)
    await assertAllowance(tx, caller, 'CHECK_GROUPS')
    const options = { given: body.alertChannelSubscriptions, autoAssignAlerts }
    const { subscriptions } = await saveFirstSubscriptions(tx, store, { accountId, groupId: id }, options)
    return { group: { ...created, id }, subscriptions }
  })
}

export type GroupDraft = Pick<NewCheckGroup, 'generation' | 'body'>

/**
 * A group as `createGroup` would store it, validated in the same way, for runs of its checks without saving it. Its id is
 * 0, which no group has.
 */
export async function draftGroup(
  tx: Queryable,
  caller: Caller,
  { generation, body }: GroupDraft,
): Promise<GroupDefinition> {
  const { accountId } = caller
  const blank = blankGroup({ accountId, generation, createdAt: new Date(caller.nowMs) })
  const group = applyGroupInput(blank, filledBody(generation, body))
  validateGroup(group)
  validateEntitlements(caller, body)
  await validatePrivateLocations(tx, accountId, group.settings.privateLocations ?? [])
  await validateSnippets(tx, accountId, group.settings)
  await validateEscalationPolicy(tx, accountId, group.settings.alertSettings, 'alertSettings.')
  return { ...group, id: 0 }
}

/** Clients that are older than FALLBACK omit the strategy, so that what they did not send is kept apart from what others did. */
function filledBody(generation: NewCheckGroup['generation'], body: GroupInput): GroupInput {
  const filled = withDefaults(schemas[generation], body)
  return generation === 1 && body.retryStrategy === undefined ? { ...filled, retryStrategy: neverSet } : filled
}

/** Reads one group with its subscriptions in one statement. Throws CHECK_GROUP_NOT_FOUND. */
export async function getGroup(store: Store, caller: Caller, { id }: { readonly id: number }): Promise<LinkedGroup> {
  const linked = await findLinkedGroup(store.db, store.encryption, caller.accountId, id)
  if (!linked) throw new Fault('CHECK_GROUP_NOT_FOUND')
  return linked
}

export interface GroupListing extends PageWindow {
  readonly filter: Omit<GroupFilter, 'accountId'>
}

/** One page of the account's groups, oldest first. */
export async function listGroups(store: Store, caller: Caller, listing: GroupListing): Promise<Page<LinkedGroup>> {
  const filter = { ...listing.filter, accountId: caller.accountId }
  const { items, total } = await listLinkedGroups(store.db, store.encryption, filter, listing)
  return { items, offset: listing.offset, total }
}

export interface GroupEdit {
  readonly id: number
  /** Validated by the update schema of the route. */
  readonly body: Given<GroupInput>
  /** Makes it a group of this generation. */
  readonly generation?: GroupDefinition['generation']
}

/**
 * Changes the fields of a body: absent keeps, null clears, objects are replaced completely. Members use the new
 * settings from their next run on. Throws CHECK_GROUP_NOT_FOUND and the faults of invalid settings.
 */
export async function updateGroup(store: Store, caller: Caller, edit: GroupEdit): Promise<LinkedGroup> {
  const { id, body: given } = edit
  const { accountId, nowMs } = caller
  return store.db.transaction(async (tx) => {
    const before = await lockGroupDefinition(tx, store.encryption, accountId, id)
    if (!before) throw new Fault('CHECK_GROUP_NOT_FOUND')
    const body = givenBody(given, { ...before.settings, ...before })
    const after = { ...editedGroup(before, body, caller), generation: edit.generation ?? before.generation }
    validateGroup(after)
    validateEntitlements(caller, body, before.settings)
    await validatePrivateLocations(tx, accountId, after.settings.privateLocations ?? [])
    await validateSnippets(tx, accountId, after.settings)
    await validateEscalationPolicy(tx, accountId, after.settings.alertSettings, 'alertSettings.')
    await updateGroupRow(tx, store.encryption, after)
    await refreshMembers(tx, store, { before, after }, nowMs)
    if (body.alertChannelSubscriptions)
      await saveSubscriptions(tx, accountId, { groupId: id }, body.alertChannelSubscriptions)
    await releaseHeldOfGroup(tx, accountId, id, new Date(nowMs))
    const linked = await findLinkedGroup(tx, store.encryption, accountId, id)
    return linked ?? { group: after, subscriptions: [] }
  })
}

const editedGroup = (group: GroupDefinition, body: GroupInput, caller: Caller): GroupDefinition => ({
  ...applyGroupInput(group, body),
  version: group.version + 1,
  updatedAt: new Date(caller.nowMs),
})

/** Deletes a group with its subscriptions. Throws CHECK_GROUP_NOT_FOUND, and CHECK_GROUP_IN_USE while it holds checks. */
export async function deleteGroup(store: Store, caller: Caller, { id }: { readonly id: number }): Promise<void> {
  await store.db.transaction(async (tx) => {
    // Adding a member locks the group, so no check can join it between the count and the commit.
    if (!(await lockGroupDefinition(tx, store.encryption, caller.accountId, id)))
      throw new Fault('CHECK_GROUP_NOT_FOUND')
    const count = await countChecksOfGroup(tx, caller.accountId, id)
    if (count > 0) throw new Fault('CHECK_GROUP_IN_USE', { values: { count }, attributes: { count } })
    await deleteGroupRow(tx, caller.accountId, id)
  })
}

/** Rejects a group that its members could not run with, as it would be stored. */
function validateGroup({ settings }: Pick<GroupDefinition, 'settings'>): void {
  validateAssertions(sourcesOfGroupDefaults, settings.apiCheckDefaults.assertions, 'apiCheckDefaults.assertions')
  validateTemplates(settings.apiCheckDefaults, 'apiCheckDefaults')
  validateAlertSettings(settings.alertSettings, 'alertSettings.')
}
