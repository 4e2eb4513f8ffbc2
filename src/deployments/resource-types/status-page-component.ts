import { PageComponentBodySchema } from '#contract'
import type { PageComponentBody } from '#contract'
import { createPageComponent, deletePageComponent, updatePageComponent } from '#publishing'
import { findPageOfComponent } from '#storage/status-pages'
import { importForms } from '../import-forms/import-form.ts'
import type { ResourceType } from '../resource-type.ts'
import { listComponentFields } from '../import-forms/status-page-forms.ts'
import { partOfPage } from './part-of-page.ts'

/** A service or a group on a page of the third version. */
export const statusPageComponent: ResourceType = {
  ...partOfPage<PageComponentBody>({
    schema: PageComponentBodySchema,
    // Sound because the body was validated by the schema.
    inputOf: (body) => body as PageComponentBody,
    findPage: findPageOfComponent,
    create: async (store, caller, input) => (await createPageComponent(store, caller, input)).id,
    update: updatePageComponent,
    remove: deletePageComponent,
  }),
  listForms: importForms(listComponentFields),
  listFields: listComponentFields,
  isLeaf: false,
  references: [
    { path: 'statusPageId', type: 'status-page' },
    { path: 'parentId', type: 'status-page-component', isNullable: true },
  ],
}
