import type { AutomationRuleBody } from '#contract'
import { Fault, invariant, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import {
  deleteRule,
  findRule,
  insertRule,
  listRules,
  lockComponentPage,
  lockRule,
  replaceRuleComponents,
  updateRule,
} from '#storage/status-pages'
import type { Queryable, Store } from '#storage/database'
import type { AutomationRule, AutomationRuleRow, PartOfPage } from '#storage/status-pages'
import { readPage } from '../cursor.ts'
import type { CursorPage, CursorQuery } from '../cursor.ts'
import { foundPage } from './component-pages.ts'
import { assertComponentPage } from './components.ts'
import { assertComponents } from './impacts.ts'

/** Names a rule by the page that it must be of. */
export interface RuleReference {
  readonly statusPageId: string
  readonly id: string
}

/** Throws STATUS_PAGE_NOT_FOUND, COMPONENT_UNKNOWN and COMPONENT_INVALID. */
export function createAutomationRule(
  store: Store,
  { accountId, nowMs }: Caller,
  { statusPageId, body }: { readonly statusPageId: string; readonly body: AutomationRuleBody },
): Promise<AutomationRule> {
  const place = { accountId, statusPageId, id: timeOrderedId(nowMs) }
  return store.db.transaction(async (tx) => {
    foundPage(await lockComponentPage(tx, accountId, statusPageId))
    await insertRule(tx, { ...place, ...fieldsOf(body), createdAt: new Date(nowMs), updatedAt: null })
    await writeComponents(tx, place, body, nowMs)
    return readBack(tx, place)
  })
}

/** Oldest first, some at a time. Throws STATUS_PAGE_NOT_FOUND and CURSOR_INVALID. */
export async function listAutomationRules(
  store: Store,
  { accountId }: Caller,
  { statusPageId, ...query }: CursorQuery & { readonly statusPageId: string },
): Promise<CursorPage<AutomationRule>> {
  await assertComponentPage(store.db, accountId, statusPageId)
  return readPage<AutomationRule>(
    query,
    ({ rule }) => rule.id,
    (window) => listRules(store.db, { accountId, statusPageId, ...window }),
  )
}

/** Throws STATUS_PAGE_NOT_FOUND and AUTOMATION_RULE_NOT_FOUND. */
export async function getAutomationRule(
  store: Store,
  { accountId }: Caller,
  reference: RuleReference,
): Promise<AutomationRule> {
  await assertComponentPage(store.db, accountId, reference.statusPageId)
  const found = await findRule(store.db, { accountId, ...reference })
  if (found === null) throw new Fault('AUTOMATION_RULE_NOT_FOUND')
  return found
}

/**
 * Replaces a rule; its open incident goes on as it is. Throws STATUS_PAGE_NOT_FOUND, AUTOMATION_RULE_NOT_FOUND,
 * COMPONENT_UNKNOWN and COMPONENT_INVALID.
 */
export function updateAutomationRule(
  store: Store,
  { accountId, nowMs }: Caller,
  { body, ...reference }: RuleReference & { readonly body: AutomationRuleBody },
): Promise<AutomationRule> {
  const place = { accountId, ...reference }
  return store.db.transaction(async (tx) => {
    await assertComponentPage(tx, accountId, place.statusPageId)
    const before = await lockRule(tx, place)
    if (before === null) throw new Fault('AUTOMATION_RULE_NOT_FOUND')
    await updateRule(tx, { ...before, ...fieldsOf(body), updatedAt: new Date(nowMs) })
    await writeComponents(tx, place, body, nowMs)
    return readBack(tx, place)
  })
}

/** Deletes a rule; its incidents stay. Throws STATUS_PAGE_NOT_FOUND and AUTOMATION_RULE_NOT_FOUND. */
export async function deleteAutomationRule(
  store: Store,
  { accountId }: Caller,
  reference: RuleReference,
): Promise<void> {
  await store.db.transaction(async (tx) => {
    await assertComponentPage(tx, accountId, reference.statusPageId)
    if (!(await deleteRule(tx, { accountId, ...reference }))) throw new Fault('AUTOMATION_RULE_NOT_FOUND')
  })
}

type RuleFields = Omit<AutomationRuleRow, keyof PartOfPage | 'createdAt' | 'updatedAt'>

const fieldsOf = (body: AutomationRuleBody): RuleFields => ({
  name: body.name,
  enabled: body.enabled ?? true,
  notifySubscribers: body.notifySubscribers ?? true,
  coolDownWindowMinutes: body.coolDownWindowMinutes ?? 5,
  firstUpdate: body.firstUpdate,
  lastUpdate: body.lastUpdate,
  tags: [...new Set(body.tags)],
})

async function writeComponents(
  tx: Queryable,
  place: PartOfPage,
  { components = [] }: AutomationRuleBody,
  nowMs: number,
): Promise<void> {
  await assertComponents(tx, place, components)
  const ids = components.map(({ componentId }) => componentId.toLowerCase())
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) !== index)
  if (repeated >= 0) {
    const path = `components[${repeated}].componentId`
    throw new Fault('COMPONENT_INVALID', { values: { path, problem: 'This component is named twice. Name it once.' } })
  }
  const rows = components.map(({ targetImpact }, index) => ({
    accountId: place.accountId,
    ruleId: place.id,
    id: timeOrderedId(nowMs),
    componentId: ids[index] ?? '',
    targetImpact,
  }))
  await replaceRuleComponents(tx, place, rows)
}

async function readBack(tx: Queryable, place: PartOfPage): Promise<AutomationRule> {
  const found = await findRule(tx, place)
  invariant(found, 'the rule was just written')
  return found
}
