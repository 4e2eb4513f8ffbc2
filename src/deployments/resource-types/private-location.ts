import { PrivateLocationCreateBodySchema } from '#contract'
import type { PrivateLocationCreateBody } from '#contract'
import { Fault } from '#kernel'
import { createPrivateLocation, deletePrivateLocation, updatePrivateLocation } from '#management'
import { listPrivateLocationFields, listPrivateLocationForms } from '../import-forms/forms.ts'
import type { FormTools } from '../import-forms/import-form.ts'
import { completeBody } from '../complete-body.ts'
import { redactionMark, redactText } from '#redaction'
import { findPrivateLocations } from '#storage/checks'
import type { Payload, ResourceType } from '../resource-type.ts'
import { unlessGone } from '../unless-gone.ts'

const schema = PrivateLocationCreateBodySchema

export const privateLocation: ResourceType = {
  hasNumericIds: false,
  isLeaf: false,
  references: [],
  listForms: listPrivateLocationForms,
  listFields: listPrivateLocationFields,
  read: (payload) => ({ body: payload, schema }),
  create: async ({ store, caller }, { body }) => (await createPrivateLocation(store, caller, inputOf(body))).id,
  update: async ({ store, caller }, id, { body: given }) => {
    const { slugName, ...body } = inputOf(given)
    const proxyUrl = await proxyUrlOf({ store, caller }, id, body.proxyUrl)
    const complete = completeBody(
      { ...body, ...(proxyUrl && { proxyUrl }) },
      { rule: { created: schema }, schema, kept: ['slugName'] },
    )
    const updated = await updatePrivateLocation(store, caller, { id, body: complete })
    if (updated.slugName !== slugName)
      throw new Fault('PRIVATE_LOCATION_SLUG_FIXED', { values: { before: updated.slugName, after: slugName } })
    return id
  },
  remove: ({ store, caller }, id) => unlessGone(deletePrivateLocation(store, caller, id), 'PRIVATE_LOCATION_NOT_FOUND'),
}

/** A proxy that is as imports show the stored one is that one. */
async function proxyUrlOf({ store, caller }: FormTools, id: string, given: string | null | undefined) {
  if (!given?.includes(redactionMark)) return given
  const [location] = await findPrivateLocations(store.db, store.encryption, caller.accountId, id)
  return location?.proxyUrl && redactText(location.proxyUrl) === given ? location.proxyUrl : given
}

/** The cast is safe because the body was validated by the schema of the verb. */
const inputOf = (body: Payload) => body as PrivateLocationCreateBody
