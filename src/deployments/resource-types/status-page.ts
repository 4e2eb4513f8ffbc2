import { StatusPageCreateBodySchema } from '#contract'
import type { StatusPageCreateBody } from '#contract'
import { createStatusPage, deleteStatusPage, getStatusPage, updateStatusPage } from '#publishing'
import { listStatusPageForms } from '../import-forms/forms.ts'
import { completeBody } from '../complete-body.ts'
import { PayloadError } from '../resource-type.ts'
import type { Payload, ReadBody, ResourceType } from '../resource-type.ts'
import { unlessGone } from '../unless-gone.ts'

const schema = StatusPageCreateBodySchema
const notInCode = ['description', 'themeColors', 'logoDark', 'version', 'isPrivate']

/** A page of the second version, with its cards. */
export const statusPage: ResourceType = {
  hasNumericIds: false,
  isLeaf: true,
  references: [{ path: 'cards[].services[]', type: 'status-page-service' }],
  listForms: listStatusPageForms,
  read: readPage,
  create: async ({ store, caller, publicUrl }, { body }) =>
    (await createStatusPage(store, caller, { body: inputOf(body), publicUrl })).page.id,
  update: async ({ store, caller, publicUrl }, id, { body }) => {
    const { cards } = await getStatusPage(store, caller, id)
    const ids = new Map(cards.map((card) => [card.name, card.id]))
    const complete = inputOf(completeBody(body, { rule: { created: schema }, schema, kept: notInCode }))
    // A card keeps its id as long as it keeps its name.
    const kept = complete.cards.map((card) => ({
      ...card,
      ...(ids.has(card.name) && { id: ids.get(card.name) ?? '' }),
    }))
    await updateStatusPage(store, caller, { id, body: { ...complete, cards: kept }, publicUrl })
    return id
  },
  remove: ({ store, caller }, id) => unlessGone(deleteStatusPage(store, caller, id), 'STATUS_PAGE_NOT_FOUND'),
}

function readPage({ version, ...payload }: Payload): ReadBody {
  if (version !== undefined && version !== 2)
    throw new PayloadError('version', 'must be absent: this service has no status pages of version 3 yet')
  const { cards } = payload
  return { schema, body: Array.isArray(cards) ? { ...payload, cards: cards.map(cardOf) } : payload }
}

/** Code lists the services themselves, the verbs objects with their ids. */
function cardOf(card: unknown): unknown {
  const { services, ...rest }: Payload = Object(card)
  return Array.isArray(services) ? { ...rest, services: services.map((id: unknown) => ({ id })) } : card
}

/** The cast is safe because the body was validated by the schema of the verb. */
const inputOf = (body: Payload) => body as StatusPageCreateBody
