import { ComponentPageBodySchema, StatusPageCreateBodySchema } from '#contract'
import type { ComponentPageBody, StatusPageCreateBody } from '#contract'
import { Fault } from '#kernel'
import {
  createComponentPage,
  createStatusPage,
  deleteComponentPage,
  deleteStatusPage,
  getStatusPage,
  updateComponentPage,
  updateStatusPage,
} from '#publishing'
import { findComponentPage } from '#storage/status-pages'
import { listComponentPageForms } from '../import-forms/component-page-forms.ts'
import { listStatusPageForms } from '../import-forms/forms.ts'
import { completeBody } from '../complete-body.ts'
import { PayloadError } from '../resource-type.ts'
import type { Payload, ReadBody, ResourceTools, ResourceType } from '../resource-type.ts'
import { unlessGone } from '../unless-gone.ts'

const schema = StatusPageCreateBodySchema
const notInCode = ['description', 'themeColors', 'logoDark', 'version', 'isPrivate']

type Version = 2 | 3

/** `version` is absent in pages of the second version. */
const versionOf = ({ version }: Payload): Version => (version === 3 ? 3 : 2)

/** A page of the second version, with its cards, or one of the third, whose components are separate resources. */
export const statusPage: ResourceType = {
  hasNumericIds: false,
  isLeaf: true,
  references: [{ path: 'cards[].services[]', type: 'status-page-service' }],
  listForms: async (tools) => [...(await listStatusPageForms(tools)), ...(await listComponentPageForms(tools))],
  read: readPage,
  create: async ({ store, caller, publicUrl }, { body, payload }) =>
    versionOf(payload) === 3
      ? (await createComponentPage(store, caller, { body: componentInputOf(body), publicUrl })).id
      : (await createStatusPage(store, caller, { body: inputOf(body), publicUrl })).page.id,
  update: async (tools, id, { body, payload }) => {
    const { store, caller, publicUrl } = tools
    const [before, after] = [await storedVersion(tools, id), versionOf(payload)]
    if (before !== after) throw new Fault('STATUS_PAGE_VERSION_FIXED', { values: { before, after } })
    if (after === 2) await updateCards(tools, id, body)
    else await updateComponentPage(store, caller, { id, body: componentInputOf(body), publicUrl })
    return id
  },
  remove: async (tools, id) => {
    const { store, caller } = tools
    const remove = (await storedVersion(tools, id)) === 3 ? deleteComponentPage : deleteStatusPage
    await unlessGone(remove(store, caller, id), 'STATUS_PAGE_NOT_FOUND')
  },
}

const storedVersion = async ({ store, caller }: ResourceTools, id: string): Promise<Version> =>
  (await findComponentPage(store.db, caller.accountId, id)) === null ? 2 : 3

async function updateCards({ store, caller, publicUrl }: ResourceTools, id: string, body: Payload): Promise<void> {
  const { cards } = await getStatusPage(store, caller, id)
  const ids = new Map(cards.map((card) => [card.name, card.id]))
  const complete = inputOf(completeBody(body, { rule: { created: schema }, schema, kept: notInCode }))
  // A card keeps its id as long as it keeps its name.
  const kept = complete.cards.map((card) => ({
    ...card,
    ...(ids.has(card.name) && { id: ids.get(card.name) ?? '' }),
  }))
  await updateStatusPage(store, caller, { id, body: { ...complete, cards: kept }, publicUrl })
}

function readPage({ version = 2, ...payload }: Payload): ReadBody {
  if (version === 3) return { schema: ComponentPageBodySchema, body: payload }
  if (version !== 2) throw new PayloadError('version', 'must be 2 or 3')
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

/** The same of a page of the third version. */
const componentInputOf = (body: Payload) => body as ComponentPageBody
