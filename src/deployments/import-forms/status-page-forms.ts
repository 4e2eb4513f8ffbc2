import { pick } from '#contract'
import { listComponentPages, listComponents, listPages, listRules } from '#storage/status-pages'
import type { ComponentPageRow } from '#storage/status-pages'
import type { Payload } from '../resource-type.ts'
import { everything, formsOf, importForms } from './import-form.ts'
import type { FormTools, ListForms } from './import-form.ts'

/** Pages of both versions. */
export const listStatusPageFields: ListForms = async (tools) => {
  const pages = await listPages(tools.store.db, { accountId: tools.caller.accountId, fromId: null, limit: null })
  const rows = pages.map(({ page, cards }) => ({ ...page, cards }))
  const ofCards = formsOf(rows, ({ name, url, customDomain, settings, cards }) => ({
    name,
    url,
    customDomain,
    ...settings,
    cards: cards.map((card) => ({ name: card.name, services: card.services.map(({ id }) => ({ id })) })),
  }))
  const ofComponents = formsOf(await componentPages(tools), ({ name, url, customDomain, settings }) => ({
    name,
    url,
    customDomain,
    ...settings,
    version: 3,
  }))
  return [...ofCards, ...ofComponents]
}
export const listStatusPageForms = importForms(listStatusPageFields)

const componentPages = ({ store, caller: { accountId } }: FormTools): Promise<ComponentPageRow[]> =>
  listComponentPages(store.db, { accountId, fromId: null, limit: everything.limit })

const componentFields = [
  'statusPageId',
  'parentId',
  'type',
  'name',
  'description',
  'hidden',
  'displayOrder',
  'configuration',
] as const

export const listComponentFields: ListForms = async (tools) =>
  ofEachPage(tools, async (statusPageId) => {
    const { accountId } = tools.caller
    return formsOf(await listComponents(tools.store.db, { accountId, statusPageId }), (row) =>
      pick(row, componentFields),
    )
  })

const ruleFields = [
  'statusPageId',
  'name',
  'enabled',
  'firstUpdate',
  'lastUpdate',
  'notifySubscribers',
  'tags',
  'coolDownWindowMinutes',
] as const

export const listRuleFields: ListForms = async (tools) =>
  ofEachPage(tools, async (statusPageId) => {
    const window = { accountId: tools.caller.accountId, statusPageId, fromId: null, limit: everything.limit }
    const rules = await listRules(tools.store.db, window)
    return formsOf(
      rules.map(({ rule, components }) => ({ ...rule, components })),
      (rule): Payload => ({
        ...pick(rule, ruleFields),
        components: rule.components
          .map((component) => pick(component, ['componentId', 'targetImpact']))
          .toSorted((one, other) => (one.componentId < other.componentId ? -1 : 1)),
      }),
    )
  })

async function ofEachPage(tools: FormTools, list: (statusPageId: string) => ReturnType<ListForms>) {
  const pages = await componentPages(tools)
  return (await Promise.all(pages.map(({ id }) => list(id)))).flat()
}
