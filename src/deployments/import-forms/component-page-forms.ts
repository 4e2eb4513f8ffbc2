import { pick } from '#contract'
import { listComponentPages, listComponents, listRules } from '#storage/status-pages'
import { everything, formsOf, withoutNulls } from './import-form.ts'
import type { FormTools, ImportForm, ListForms } from './import-form.ts'

/** Pages of the third version. */
export const listComponentPageForms: ListForms = async (tools) =>
  formsOf(await pagesOf(tools), ({ name, url, customDomain, settings }) =>
    withoutNulls({ version: 3, name, url, customDomain, ...settings }),
  )

const pagesOf = ({ store, caller: { accountId } }: FormTools) =>
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

export const listComponentForms: ListForms = (tools) =>
  onEachPage(tools, async (place) =>
    formsOf(await listComponents(tools.store.db, place), (row) => withoutNulls(pick(row, componentFields))),
  )

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

export const listAutomationRuleForms: ListForms = (tools) =>
  onEachPage(tools, async (place) => {
    const found = await listRules(tools.store.db, { ...place, fromId: null, limit: everything.limit })
    const rows = found.map(({ rule, components }) => ({ ...rule, components }))
    return formsOf(rows, ({ components, ...rule }) => ({
      ...pick(rule, ruleFields),
      components: components
        .map((component) => pick(component, ['componentId', 'targetImpact']))
        .toSorted((one, other) => (one.componentId < other.componentId ? -1 : 1)),
    }))
  })

interface PagePlace {
  readonly accountId: string
  readonly statusPageId: string
}

/** Forms of all pages of the account, one page after the other. */
async function onEachPage(tools: FormTools, list: (place: PagePlace) => Promise<ImportForm[]>): Promise<ImportForm[]> {
  const forms: ImportForm[] = []
  for (const { accountId, id: statusPageId } of await pagesOf(tools))
    forms.push(...(await list({ accountId, statusPageId })))
  return forms
}
