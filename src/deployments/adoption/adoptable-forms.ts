import { listChannels } from '#storage/alerts'
import type { StoredResourceType } from '#storage/projects'
import { everything, formsOf, withoutNulls } from '../import-forms/import-form.ts'
import type { FormTools, ListForms } from '../import-forms/import-form.ts'
import { resourceTypes } from '../resource-types/index.ts'

/** Some channels are recognized by their credentials, which imports mask. */
const listWholeChannels: ListForms = async ({ store, caller: { accountId } }) => {
  const { items } = await listChannels(store.db, store.encryption, { accountId, ...everything })
  return formsOf(items, ({ type, config }) => ({ type, config: withoutNulls({ ...config }) }))
}

/** The resources of a type in the account, with the fields by which they are recognized. */
export const adoptableForms = (tools: FormTools, type: StoredResourceType): ReturnType<ListForms> =>
  (type === 'alert-channel' ? listWholeChannels : resourceTypes[type].listForms)(tools)
