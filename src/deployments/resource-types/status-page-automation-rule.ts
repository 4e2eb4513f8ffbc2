import { AutomationRuleBodySchema } from '#contract'
import type { AutomationRuleBody } from '#contract'
import { createAutomationRule, deleteAutomationRule, updateAutomationRule } from '#publishing'
import { findPageOfRule } from '#storage/status-pages'
import { importForms } from '../import-forms/import-form.ts'
import type { ResourceType } from '../resource-type.ts'
import { listRuleFields } from '../import-forms/status-page-forms.ts'
import { partOfPage } from './part-of-page.ts'

/** A rule by which alerts open and resolve incidents on a page of the third version. */
export const statusPageAutomationRule: ResourceType = {
  ...partOfPage<AutomationRuleBody>({
    schema: AutomationRuleBodySchema,
    // Sound because the body was validated by the schema.
    inputOf: (body) => body as AutomationRuleBody,
    findPage: findPageOfRule,
    create: async (store, caller, input) => (await createAutomationRule(store, caller, input)).rule.id,
    update: updateAutomationRule,
    remove: deleteAutomationRule,
  }),
  listForms: importForms(listRuleFields),
  listFields: listRuleFields,
  isLeaf: true,
  references: [
    { path: 'statusPageId', type: 'status-page' },
    { path: 'components[].componentId', type: 'status-page-component' },
  ],
}
