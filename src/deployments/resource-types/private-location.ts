import { PrivateLocationCreateBodySchema } from '#contract'
import type { PrivateLocationCreateBody } from '#contract'
import { Fault } from '#kernel'
import { createPrivateLocation, deletePrivateLocation, updatePrivateLocation } from '#management'
import { completeBody } from '../complete-body.ts'
import type { Payload, ResourceType } from '../resource-type.ts'
import { unlessGone } from '../unless-gone.ts'

const schema = PrivateLocationCreateBodySchema

export const privateLocation: ResourceType = {
  hasNumericIds: false,
  isLeaf: false,
  references: [],
  read: (payload) => ({ body: payload, schema }),
  create: async ({ store, caller }, { body }) => (await createPrivateLocation(store, caller, inputOf(body))).id,
  update: async ({ store, caller }, id, { body: given }) => {
    const { slugName, ...body } = inputOf(given)
    const complete = completeBody(body, { rule: { created: schema }, schema, kept: ['slugName'] })
    const updated = await updatePrivateLocation(store, caller, { id, body: complete })
    if (updated.slugName !== slugName)
      throw new Fault('PRIVATE_LOCATION_SLUG_FIXED', { values: { before: updated.slugName, after: slugName } })
    return id
  },
  remove: ({ store, caller }, id) => unlessGone(deletePrivateLocation(store, caller, id), 'PRIVATE_LOCATION_NOT_FOUND'),
}

/** The cast is safe because the body was validated by the schema of the verb. */
const inputOf = (body: Payload) => body as PrivateLocationCreateBody
