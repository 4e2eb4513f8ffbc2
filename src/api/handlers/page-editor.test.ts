import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { randomId } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
let key: string
let send: Send
beforeAll(() => {
  service = new TestService(database.db())
})
beforeEach(async () => {
  ;({ key } = await service.account())
  send = service.as(key)
})

interface Component {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
  readonly updated_at: string | null
}

const idOf = ({ body }: TestAnswer): string => (body as { id: string }).id
const codeOf = ({ status, body }: TestAnswer) => [status, Object(body).attributes?.code]
const componentsOf = ({ body }: TestAnswer) => (body as { components: readonly Component[] }).components
const newPage = async () => {
  const url = `acme-${randomId()}`
  const id = idOf(await send('POST', '/v3/status-pages', { name: 'Acme', url }))
  return { id, page: { name: 'Acme', url }, path: `/v3/status-pages/${id}/definition` }
}

describe('a page with components is replaced as a whole', () => {
  it('so that new groups and what is in them are made together, in their order', async () => {
    const { page, path } = await newPage()
    const components = [
      { id: 'shop', name: 'Shop', type: 'GROUP' },
      { id: 'cart', name: 'Cart', parentId: 'Shop' },
      { id: 'pay', name: 'Payments', parentId: 'shop', hidden: true },
    ]
    const saved = await send('PUT', path, { page: { ...page, footerText: 'Bye' }, components })
    expect(saved).toMatchObject({
      status: 200,
      body: {
        page: { footerText: 'Bye' },
        components: [{ name: 'Shop' }, { name: 'Cart', displayOrder: 2 }, { name: 'Payments', hidden: true }],
      },
    })
    const [shop, cart, pay] = componentsOf(saved)
    expect([cart?.parentId, pay?.parentId]).toEqual([shop?.id, shop?.id])
    expect((await send('GET', path)).body).toEqual(saved.body)
  })

  it('so that those that stay keep their ids, unchanged ones their time, and the others are gone', async () => {
    const { page, path } = await newPage()
    const first = await send('PUT', path, {
      page,
      components: [
        { id: '1', name: 'Shop', type: 'GROUP' },
        { id: '2', name: 'Cart', parentId: '1' },
        { id: '3', name: 'Old' },
      ],
    })
    const [shop, cart] = componentsOf(first)
    const components = [
      { id: shop?.id, name: 'Shop', type: 'GROUP' },
      { id: cart?.id, name: 'Basket' },
    ]
    const second = componentsOf(await send('PUT', path, { page, components }))
    expect(second.map(({ id, name, parentId, updated_at }) => [id, name, parentId, updated_at !== null])).toEqual([
      [shop?.id, 'Shop', null, false],
      [cart?.id, 'Basket', null, true],
    ])
  })

  it('unless a component is placed where it cannot be: then nothing is changed', async () => {
    const { page, path } = await newPage()
    const before = (await send('GET', path)).body
    for (const components of [
      [{ id: '1', name: 'A', parentId: 'unknown' }],
      [
        { id: '1', name: 'A' },
        { id: '2', name: 'B', parentId: '1' },
      ],
      [
        { id: '1', name: 'A', type: 'GROUP', parentId: '2' },
        { id: '2', name: 'B', type: 'GROUP', parentId: '1' },
        { id: '3', name: 'C', parentId: '1' },
      ],
      [
        { id: '1', name: 'A' },
        { id: '1', name: 'B' },
      ],
      [{ id: '1', name: 'A', configuration: { expandedByDefault: true } }],
    ])
      expect(codeOf(await send('PUT', path, { page: { ...page, name: 'Other' }, components }))).toEqual([
        400,
        'COMPONENT_INVALID',
      ])
    expect((await send('GET', path)).body).toEqual(before)
  })

  it('in a few statements, however many components it has', async () => {
    const { page, path } = await newPage()
    const shop = { id: 'shop', name: 'Shop', type: 'GROUP' }
    const many = Array.from({ length: 499 }, (_, index) => ({ id: `${index}`, name: `${index}`, parentId: 'shop' }))
    const first = componentsOf(await send('PUT', path, { page, components: [shop, ...many] }))
    expect(first).toHaveLength(500)
    const moved = first.slice(0, 250).map(({ id, name }) => ({ id, name: `${name}!`, type: 'GROUP' }))
    const second = componentsOf(await send('PUT', path, { page, components: [{ id: 'new', name: 'New' }, ...moved] }))
    expect(second.map(({ name }) => name)).toEqual(['New', ...moved.map(({ name }) => name)])
    expect(second.every(({ parentId }) => parentId === null)).toBe(true)
    expect(componentsOf(await send('GET', path))).toEqual(second)
  })

  it('with at most four groups around each other', async () => {
    const { page, path } = await newPage()
    const nested = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        id: `${index}`,
        name: `G${index}`,
        type: 'GROUP',
        parentId: index === 0 ? null : `${index - 1}`,
      }))
    const service = { id: 'cart', name: 'Cart', parentId: '3' }
    const saved = await send('PUT', path, { page, components: [...nested(4), service] })
    expect(saved.status).toBe(200)
    expect(codeOf(await send('PUT', path, { page, components: nested(5) }))).toEqual([400, 'COMPONENT_INVALID'])
    const [outer, , , inner] = componentsOf(saved)
    const at = path.replace('definition', 'components')
    const group = { name: 'Too deep', type: 'GROUP', displayOrder: 1 }
    const tooDeep = await send('POST', at, { ...group, parentId: inner?.id })
    expect(tooDeep).toMatchObject({ status: 400, body: { message: expect.stringContaining('4 deep') } })
    const top = idOf(await send('POST', at, group))
    expect(codeOf(await send('PUT', `${at}/${outer?.id}`, { ...group, parentId: top }))).toEqual([
      400,
      'COMPONENT_INVALID',
    ])
    expect((await send('PUT', `${at}/${inner?.id}`, { ...group, parentId: top })).status).toBe(200)
  })

  it('unless somebody else has changed it since it was read', async () => {
    const { page, path } = await newPage()
    const { headers } = await send('GET', path)
    await send('PUT', path, { page, components: [{ id: '1', name: 'Theirs' }] })
    const late = service.as(key, { 'if-match': String(headers['etag']) })
    const answer = await late('PUT', path, { page, components: [] })
    expect(codeOf(answer)).toEqual([412, 'RESOURCE_CHANGED'])
    expect(componentsOf(await send('GET', path))).toMatchObject([{ name: 'Theirs' }])
  })

  it('and not by another account', async () => {
    const { page, path } = await newPage()
    const { send: other } = await service.owner()
    expect((await other('GET', path)).status).toBe(404)
    expect((await other('PUT', path, { page, components: [] })).status).toBe(404)
  })
})

describe('a preview', () => {
  const preview = async (body: object): Promise<string> => {
    const answer = await send('POST', '/v1/status-page-previews', body)
    expect(answer.status).toBe(200)
    return (answer.body as { html: string }).html
  }

  it('shows a page that is not saved as readers would see it, without what a page cannot have', async () => {
    const html = await preview({
      version: 3,
      page: { name: '<Acme>', supportLink: 'javascript:alert(1)', themeColors: { light: { linkFontColor: 'red;}' } } },
      components: [
        { id: 'b', name: 'Cart', parentId: 'a' },
        { id: 'a', name: 'Shop', type: 'GROUP', configuration: { expandedByDefault: true } },
        { id: 'c', name: 'Secret', hidden: true },
      ],
    })
    expect(html).toContain('&lt;Acme&gt;')
    expect(html).toMatch(/Shop[^]*Cart/)
    for (const absent of ['Secret', 'javascript:', 'red;}', 'http-equiv="refresh"', '<script'])
      expect(html).not.toContain(absent)
  })

  it('shows the incidents that the page has now, and changes nothing', async () => {
    const { id, path, page } = await newPage()
    const saved = await send('PUT', path, { page, components: [{ id: '1', name: 'Cart' }] })
    const cart = componentsOf(saved)[0]?.id ?? ''
    await send('POST', `/v3/status-pages/${id}/incidents`, {
      name: 'Orders fail',
      componentImpacts: [{ componentId: cart, status: 'MAJOR_OUTAGE' }],
      incidentUpdates: [{ status: 'INVESTIGATING', description: 'We look into it.' }],
    })
    const html = await preview({
      version: 3,
      statusPageId: id,
      page: { name: 'New name' },
      components: [{ id: cart, name: 'Basket' }],
    })
    expect(html).toMatch(/New name[^]*Orders fail[^]*Basket/)
    expect((await send('GET', path)).body).toEqual(saved.body)
  })

  it('of a page with cards shows the services of the account alone', async () => {
    const serviceId = idOf(await send('POST', '/v1/status-pages/services', { name: 'Till' }))
    const { send: other } = await service.owner()
    const foreign = idOf(await other('POST', '/v1/status-pages/services', { name: 'Foreign' }))
    const html = await preview({
      version: 2,
      page: { name: 'Acme' },
      cards: [{ name: 'Store', serviceIds: [serviceId, foreign] }],
    })
    expect(html).toMatch(/Store[^]*Till/)
    expect(html).not.toContain('Foreign')
  })

  it('of the page of another account is not found', async () => {
    const { id } = await newPage()
    const { send: other } = await service.owner()
    const body = { version: 3, statusPageId: id, page: { name: 'Mine' }, components: [] }
    expect((await other('POST', '/v1/status-page-previews', body)).status).toBe(404)
  })
})

describe('the list of pages', () => {
  it('has both versions with their states, subscribers and domains', async () => {
    const { id, path, page } = await newPage()
    const saved = await send('PUT', path, {
      page: { ...page, customDomain: `${randomId()}.example` },
      components: [{ id: '1', name: 'Cart' }],
    })
    await send('POST', `/v3/status-pages/${id}/incidents`, {
      name: 'Orders fail',
      componentImpacts: [{ componentId: componentsOf(saved)[0]?.id, status: 'PARTIAL_OUTAGE' }],
      incidentUpdates: [{ status: 'INVESTIGATING', description: 'We look into it.' }],
    })
    const subscribe = (address: string, autoVerify: boolean) =>
      send('POST', `/v3/status-pages/${id}/subscribers/bulk`, {
        subscriptions: [{ type: 'EMAIL', config: { address } }],
        autoVerify,
      })
    await subscribe('a@reader.example', true)
    await subscribe('b@reader.example', false)
    const url = `old-${randomId()}`
    const older = idOf(await send('POST', '/v1/status-pages', { name: 'Old', url, cards: [], isPrivate: true }))
    const { body } = await send('GET', '/v1/status-page-summaries?limit=1')
    expect(body).toMatchObject({
      length: 1,
      entries: [
        {
          id,
          version: 3,
          state: 'PARTIAL_OUTAGE',
          domainStatus: 'pending',
          verifiedSubscribers: 1,
          pendingSubscribers: 1,
        },
      ],
    })
    const { nextId } = body as { nextId: string }
    expect((await send('GET', `/v1/status-page-summaries?nextId=${nextId}`)).body).toMatchObject({
      entries: [{ id: older, version: 2, url, isPrivate: true, state: 'OPERATIONAL', domainStatus: null }],
      nextId: null,
    })
  })
})

describe('a page and how it is displayed are saved together', () => {
  const checkOf = async () => {
    const check = { name: 'Shop', request: { url: 'https://shop.example' } }
    return idOf(await send('POST', '/v1/checks/url', check))
  }
  const unknown = '0198c6a0-0000-7000-8000-0000000000ff'
  const displayOf = (id: string) => send('GET', `/v1/status-page-displays/${id}`)

  it('with charts at components that are new, or not at all', async () => {
    const { id, page, path } = await newPage()
    const checkId = await checkOf()
    const components = [{ id: 'cart', name: 'Cart' }]
    const display = {
      embedOrigins: ['https://A.example'],
      languages: ['de'],
      charts: [{ componentId: 'Cart', checkId }],
    }
    const saved = await send('PUT', path, { page, components, display })
    const [cart] = componentsOf(saved)
    const stored = {
      embedOrigins: ['https://a.example'],
      languages: ['de'],
      charts: [{ componentId: cart?.id, checkId }],
    }
    expect(saved).toMatchObject({ status: 200, body: { display: stored } })
    expect((await displayOf(id)).body).toMatchObject(stored)
    const wrong = { charts: [{ componentId: 'cart', checkId: unknown }] }
    const rejected = await send('PUT', path, { page: { ...page, name: 'Other' }, components, display: wrong })
    expect(codeOf(rejected)).toEqual([400, 'PAGE_DISPLAY_INVALID'])
    expect(Object(rejected.body).attributes).toHaveProperty(['display.charts[0].checkId'])
    expect((await send('GET', path)).body).toEqual(saved.body)
    const without = await send('PUT', path, { page, components: [{ id: cart?.id, name: 'Cart' }] })
    expect(without.body).toMatchObject({ display: stored })
  })

  it('of the older version too, over what was read only', async () => {
    const url = `acme-${randomId()}`
    const id = idOf(await send('POST', '/v1/status-pages', { name: 'Acme', url, cards: [] }))
    const path = `/v1/status-pages/${id}/definition`
    const read = await send('GET', path)
    expect(read.body).toMatchObject({
      name: 'Acme',
      cards: [],
      display: { embedOrigins: [], languages: [], charts: [] },
    })
    const sendOver = ({ headers }: TestAnswer) => service.as(key, { 'if-match': String(headers['etag']) })
    await send('PUT', `/v1/status-page-displays/${id}`, { languages: ['en'] })
    const late = await sendOver(read)('PUT', path, { name: 'Other', display: { languages: ['de'] } })
    expect(late.status).toBe(412)
    expect((await send('GET', path)).body).toMatchObject({ name: 'Acme', display: { languages: ['en'] } })
    const body = { name: 'Other', display: { languages: ['de'] } }
    const saved = await sendOver(await send('GET', path))('PUT', path, body)
    expect(saved).toMatchObject({ status: 200, body })
    const chart = { componentId: unknown, checkId: await checkOf() }
    const rejected = await send('PUT', path, { name: 'Third', display: { charts: [chart] } })
    expect(codeOf(rejected)).toEqual([400, 'PAGE_DISPLAY_INVALID'])
    expect((await send('GET', path)).body).toEqual(saved.body)
  })
})

describe('what feeds a page', () => {
  it('are the checks that open incidents on a service, and those with the tags of a rule or in a group with them', async () => {
    const serviceId = idOf(await send('POST', '/v1/status-pages/services', { name: 'Shop' }))
    const groupId = idOf(await send('POST', '/v2/check-groups', { name: 'Shop', tags: ['shop'] }))
    const check = (name: string, fields: object) =>
      send('POST', '/v1/checks/url', { name, request: { url: 'https://shop.example' }, ...fields })
    const severity = 'MAJOR'
    const triggerIncident = { serviceId, name: 'Down', severity, description: 'Down.', notifySubscribers: false }
    const cart = idOf(await check('Cart', { triggerIncident, tags: ['cart'] }))
    const orders = idOf(await check('Orders', { groupId, activated: false }))
    await check('Website', { tags: ['website'] })
    const checks = [{ id: cart, name: 'Cart', activated: true }]
    const source = { serviceId, total: 1, checks }
    const sources = { length: 1, entries: [source], nextId: null }
    expect((await send('GET', '/v1/status-page-sources')).body).toEqual(sources)
    const other = idOf(await send('POST', '/v1/status-pages/services', { name: 'Search' }))
    await check('Search', { triggerIncident: { ...triggerIncident, serviceId: other } })
    const first = await send('GET', '/v1/status-page-sources?limit=1')
    expect(first.body).toEqual({ ...sources, nextId: serviceId })
    expect((await send('GET', `/v1/status-page-sources?limit=1&nextId=${serviceId}`)).body).toMatchObject({
      entries: [{ serviceId: other, total: 1, checks: [{ name: 'Search' }] }],
      nextId: null,
    })
    expect((await send('GET', '/v1/tagged-checks?tag[]=shop&tag[]=cart')).body).toEqual({
      total: 2,
      checks: [
        { id: cart, name: 'Cart', activated: true },
        { id: orders, name: 'Orders', activated: false },
      ],
    })
    expect((await send('GET', '/v1/tagged-checks?tag[]=none')).body).toEqual({ total: 0, checks: [] })
  })
})
