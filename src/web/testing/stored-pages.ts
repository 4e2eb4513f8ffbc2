import type { FakeApi } from './fake-api.ts'
import { sample, sampleIn } from './sample.ts'

/** The ids of a page with components and of one with cards. */
export const storedPages = {
  components: '0198c6a0-0000-7000-8000-0000000000c3',
  cards: '0198c6a0-0000-7000-8000-0000000000c2',
}
const ids = {
  group: '0198c6a0-0000-7000-8000-0000000000a1',
  cart: '0198c6a0-0000-7000-8000-0000000000a2',
  docs: '0198c6a0-0000-7000-8000-0000000000a3',
  service: '0198c6a0-0000-7000-8000-0000000000b1',
}
const shared = { name: 'Shop', url: 'shop', customDomain: 'status.shop.example' }
/** The languages of an installation. */
export const offeredLanguages = [
  { language: 'en', name: 'English' },
  { language: 'de', name: 'Deutsch' },
]
const display = { embedOrigins: [], languages: [], offeredLanguages, charts: [] }
const at = '2026-11-26T09:00:00.000Z'

/** Has a fake answer with a page of each version: a group with a component and another component, a card with a service. */
export function storePages(api: FakeApi): void {
  const copies = [
    { target: 'directory', writtenAt: at, failure: null } as const,
    { target: 'git', writtenAt: null, failure: 'git push: refused' } as const,
  ]
  const summaries = [
    {
      ...shared,
      id: storedPages.components,
      version: 3,
      domainStatus: 'pending',
      verifiedSubscribers: 2,
      copies,
    } as const,
    { id: storedPages.cards, version: 2, name: 'Old shop', url: 'old', isPrivate: true } as const,
  ].map((page) => sampleIn('listStatusPageSummaries', 'entries', page))
  api.answer('listStatusPageSummaries', (_input, { query }) => {
    const entries = summaries.filter(({ id }) => query['statusPageId'] === undefined || query['statusPageId'] === id)
    return { entries, length: entries.length, nextId: null }
  })
  storeComponents(api)
  storeCards(api)
}

function storeComponents(api: FakeApi): void {
  const page = { ...shared, id: storedPages.components, created_at: at, updated_at: at }
  const base = {
    hidden: false,
    description: null,
    configuration: { showHistoricalData: true },
    parentId: null,
    feed: null,
  } as const
  const components = [
    { ...base, id: ids.group, type: 'GROUP', name: 'API' } as const,
    { ...base, id: ids.cart, type: 'SERVICE', name: 'Cart', parentId: ids.group } as const,
    { ...base, id: ids.docs, type: 'SERVICE', name: 'Docs' } as const,
  ].map((component) => sampleIn('getStatusPageDefinitionV3', 'components', component))
  const definition = sample('getStatusPageDefinitionV3')
  api.answer('getStatusPageDefinitionV3', { page: { ...definition.page, ...page }, components, display })
  const rule = { id: ids.group, name: 'Cart fails', tags: ['shop'], enabled: true, incidentId: null, components: [] }
  const rules = [sampleIn('listAutomationRulesV3', 'entries', { ...rule, statusPageId: storedPages.components })]
  api.answer('listAutomationRulesV3', { entries: rules, length: 1, nextId: null })
  api.answer('listComponentFeedsV3', { entries: [] })
  api.answer('findTaggedChecks', { total: 2, checks: [] })
  const reader = { id: ids.cart, address: 'nora@reader.example', status: 'VERIFIED', created_at: at } as const
  const hook = { id: ids.docs, type: 'WEBHOOK', address: 'hooks.reader.example/… (1a2b3c4d5e6f)' } as const
  const ended = { ...reader, ...hook, failure: 'HTTP 403', subscribedComponents: [ids.docs] }
  const readers = [{ ...reader, type: 'EMAIL', subscribedComponents: null } as const, ended].map((one) =>
    sampleIn('listStatusPageSubscribersV3', 'entries', one),
  )
  api.answer('listStatusPageSubscribersV3', { entries: readers, length: 2, nextId: null })
  const proof = { type: 'txt', name: '_belfry.status.shop.example', value: 'belfry-status-page=1' } as const
  const verification = { domain: shared.customDomain, status: 'pending', ownershipVerification: proof } as const
  api.answer(
    'getDomainVerificationV3',
    sample('getDomainVerificationV3', { ...verification, CNAME: 'belfry.example', checkedAt: at }),
  )
}

function storeCards(api: FakeApi): void {
  const service = { id: ids.service, name: 'Till' }
  const services = [sampleIn('listStatusPageServices', 'entries', service)]
  api.answer('listStatusPageServices', { entries: services, length: 1, nextId: null })
  const card = { id: ids.group, name: 'Store', services, created_at: at, updated_at: null }
  const keys = [{ id: ids.cart, maskedKey: '…abcd', created_at: at, updated_at: null }]
  const page = { id: storedPages.cards, name: 'Old shop', url: 'old', cards: [card] }
  api.answer('getStatusPageDefinition', sample('getStatusPageDefinition', { ...page, display }))
  api.answer('getStatusPageAccess', (_input, { params }) =>
    params['statusPageId'] === storedPages.cards ? { isPrivate: true, keys } : { isPrivate: false, keys: [] },
  )
  const readers = [
    { id: ids.cart, email: 'ann@reader.example', lastSeenAt: at, created_at: at },
    { id: ids.docs, email: 'bea@reader.example', lastSeenAt: null, created_at: at },
  ]
  api.answer('listStatusPageReaders', { entries: readers, canMail: true })
  const checks = [{ id: ids.docs, name: 'Checkout', activated: true }]
  api.answer('listServiceSources', { length: 1, entries: [{ serviceId: ids.service, total: 1, checks }], nextId: null })
}
