import { StatusPageServiceBodySchema } from '#contract'
import type { Static } from 'typebox'
import { createStatusPageService, deleteStatusPageService, updateStatusPageService } from '#publishing'
import { listServiceForms } from '../import-forms/forms.ts'
import type { Payload, ResourceType } from '../resource-type.ts'
import { unlessGone } from '../unless-gone.ts'

export const statusPageService: ResourceType = {
  hasNumericIds: false,
  isLeaf: false,
  references: [],
  listForms: listServiceForms,
  listFields: listServiceForms,
  read: (payload) => ({ body: payload, schema: StatusPageServiceBodySchema }),
  create: async ({ store, caller }, { body }) => (await createStatusPageService(store, caller, inputOf(body))).id,
  update: async ({ store, caller }, id, { body }) => {
    await updateStatusPageService(store, caller, { id, body: inputOf(body) })
    return id
  },
  remove: ({ store, caller }, id) => unlessGone(deleteStatusPageService(store, caller, id), 'SERVICE_NOT_FOUND'),
}

/** The cast is safe because the body was validated by the schema of the verb. */
const inputOf = (body: Payload) => body as Static<typeof StatusPageServiceBodySchema>
