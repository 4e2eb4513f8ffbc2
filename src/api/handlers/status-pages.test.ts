import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { themeColorNames } from '#contract'
import { randomId } from '#kernel'
import { listStatusPages } from '#publishing'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
let send: Send
beforeAll(() => {
  service = new TestService(database.db())
})
beforeEach(async () => {
  send = service.as((await service.account()).key)
})

const pages = '/v1/status-pages'
const idOf = ({ body }: TestAnswer): string => (body as { id: string }).id
const codeOf = ({ body }: TestAnswer): string => (body as { attributes: { code: string } }).attributes.code
const newService = async (name: string): Promise<string> => idOf(await send('POST', `${pages}/services`, { name }))
const colors = Object.fromEntries(themeColorNames.map((name) => [name, '#0F172A']))

const full = (serviceIds: readonly string[]) => ({
  name: 'Acme',
  url: `acme-${randomId()}`,
  description: 'How we are.',
  customDomain: `${randomId()}.example.com`,
  themeColors: { light: colors, dark: colors },
  logo: 'https://example.com/logo.svg',
  logoDark: 'https://example.com/dark.svg',
  favicon: 'https://example.com/favicon.ico',
  redirectTo: 'https://example.com/',
  defaultTheme: 'DARK',
  version: 2,
  cards: [
    { name: 'First', services: serviceIds.map((id) => ({ id })) },
    { name: 'Second', services: [] },
  ],
})
const minimal = () => ({ name: 'Acme', url: `acme-${randomId()}`, cards: [] })

describe('status pages', () => {
  it('are read as they were written, cards and services in their order', async () => {
    const [b, a] = [await newService('B'), await newService('A')]
    const body = full([a, b])
    const created = await send('POST', pages, body)
    expect(created).toMatchObject({ status: 201, body: { ...body, isPrivate: false, keys: [], incidents: [] } })
    expect(created.body).toMatchObject({ cards: [{ services: [{ name: 'A' }, { name: 'B' }] }, { services: [] }] })
    expect((await send('GET', `${pages}/${idOf(created)}`)).body).toEqual(created.body)
    expect((await send('GET', pages)).body).toEqual({ length: 1, entries: [created.body], nextId: null })
  })

  it('display 500 services on all cards together and no more', async () => {
    const id = await newService('A')
    const cards = (count: number) =>
      Array.from({ length: count }, () => ({ name: 'Card', services: [...many, { id }] }))
    const many = Array.from({ length: 9 }, () => ({ id }))
    expect((await send('POST', pages, { ...minimal(), cards: cards(50) })).status).toBe(201)
    const rejected = await send('POST', pages, { ...minimal(), cards: cards(51) })
    expect({ status: rejected.status, code: codeOf(rejected) }).toEqual({ status: 400, code: 'BODY_INVALID' })
  })

  it('have the theme of the visitor and no other settings by default', async () => {
    expect((await send('POST', pages, minimal())).body).toMatchObject({
      description: null,
      customDomain: null,
      themeColors: null,
      logo: null,
      redirectTo: null,
      defaultTheme: 'AUTO',
      version: null,
      cards: [],
    })
  })

  it('keep what an update omits, lose what it clears, and keep the cards it names', async () => {
    const [a, b] = [await newService('A'), await newService('B')]
    const created = await send('POST', pages, full([a]))
    const { cards } = created.body as { cards: { id: string }[] }
    const url = `${pages}/${idOf(created)}`
    const cleared = await send('PUT', url, { description: null, customDomain: null })
    expect(cleared).toMatchObject({
      status: 200,
      body: { name: 'Acme', description: null, customDomain: null, version: 2 },
    })
    const moved = await send('PUT', url, {
      cards: [{ name: 'New' }, { id: cards[0]?.id, name: 'Kept', services: [{ id: b }, { id: b }] }],
    })
    expect(moved.body).toMatchObject({
      cards: [{ name: 'New' }, { id: cards[0]?.id, name: 'Kept', services: [{ id: b }] }],
    })
    expect((moved.body as { cards: object[] }).cards).toHaveLength(2)
  })

  it('never share an address, in this account or another', async () => {
    const page = full([])
    const { url } = page
    await send('POST', pages, page)
    const otherAccount = service.as((await service.account()).key)
    expect(await otherAccount('POST', pages, { ...minimal(), url })).toMatchObject({
      status: 409,
      body: { attributes: { code: 'STATUS_PAGE_ADDRESS_TAKEN', url: 'taken' } },
    })
    const customDomain = page.customDomain.toUpperCase()
    expect((await otherAccount('POST', pages, { ...minimal(), customDomain })).status).toBe(409)
    const other = `${pages}/${idOf(await send('POST', pages, minimal()))}`
    expect((await send('PUT', other, { url })).status).toBe(409)
    expect((await send('PUT', other, { name: 'Renamed' })).status).toBe(200)
  })

  it.each([
    ['a script as its link', { redirectTo: 'javascript:alert(1)' }],
    ['data as its logo', { logo: 'data:image/svg+xml,<svg/>' }],
    ['an address that is no slug', { url: 'Not a slug' }],
    ['a colour that is none', { themeColors: { light: { ...colors, borderColor: 'red' }, dark: colors } }],
    ['a colour too few', { themeColors: { light: {}, dark: colors } }],
    ['a domain that is none', { customDomain: 'https://example.com' }],
  ])('refuse %s', async (_what, changes) => {
    expect(codeOf(await send('POST', pages, { ...minimal(), ...changes }))).toBe('BODY_INVALID')
  })

  it.each([
    ['Status.Bücher-Laden.example.', 'status.xn--bcher-laden-thb.example'],
    ['STATUS.dotted.example.', 'status.dotted.example'],
  ])('keep the domain %s as %s, and no other account or dashboard gets it in any spelling', async (given, kept) => {
    const created = await send('POST', pages, { ...minimal(), customDomain: given })
    expect(created).toMatchObject({ status: 201, body: { customDomain: kept } })
    const otherAccount = service.as((await service.account()).key)
    for (const spelling of [given, kept, kept.toUpperCase()]) {
      expect(codeOf(await otherAccount('POST', pages, { ...minimal(), customDomain: spelling }))).toBe(
        'STATUS_PAGE_ADDRESS_TAKEN',
      )
      expect(codeOf(await otherAccount('POST', '/v1/dashboards', { header: 'Shop', customDomain: spelling }))).toBe(
        'DASHBOARD_ADDRESS_TAKEN',
      )
    }
  })

  it('and dashboards that want the same domain at once get it once', async () => {
    const domain = `${randomId()}.example`
    const otherAccount = service.as((await service.account()).key)
    const answers = await Promise.all([
      send('POST', pages, { ...minimal(), customDomain: domain }),
      otherAccount('POST', '/v1/dashboards', { header: 'Shop', customDomain: domain }),
      send('POST', '/v1/dashboards', { header: 'Shop', customDomain: domain }),
      otherAccount('POST', pages, { ...minimal(), customDomain: domain }),
    ])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409', '409', '409'])
  })

  it.each(['belfry.example', 'BELFRY.example.', '192.0.2.7', '1.2.3', '-a.example', 'a..example'])(
    'reject the domain %s',
    async (customDomain) => {
      const answer = await send('POST', pages, { ...minimal(), customDomain })
      expect({ status: answer.status, code: codeOf(answer) }).toEqual({
        status: 400,
        code: expect.stringMatching(/CUSTOM_DOMAIN_INVALID|BODY_INVALID/),
      })
      const dashboard = await send('POST', '/v1/dashboards', { header: 'Shop', customDomain })
      expect(dashboard.status).toBe(400)
    },
  )

  it.each(['192.0.2.9', 'belfry.example', 'a.1'])(
    'that have the domain %s from before can be changed',
    async (domain) => {
      const id = idOf(await send('POST', pages, minimal()))
      await service.db.rows('update status_pages set custom_domain = $2 where id = $1', [id, domain])
      const changed = await send('PUT', `${pages}/${id}`, { name: 'Renamed', customDomain: domain.toUpperCase() })
      expect(changed).toMatchObject({ status: 200, body: { name: 'Renamed', customDomain: domain } })
      expect((await send('PUT', `${pages}/${id}`, { customDomain: null })).status).toBe(200)
      expect((await send('PUT', `${pages}/${id}`, { customDomain: domain })).status).toBe(400)
    },
  )

  it('and dashboards that have the same domain from before can be changed, and each can give it up', async () => {
    const customDomain = `${randomId()}.example`
    const id = idOf(await send('POST', pages, minimal()))
    const { body } = await send('POST', '/v1/dashboards', { header: 'Shop', customDomain })
    const dashboard = `/v1/dashboards/${(body as { dashboardId: string }).dashboardId}`
    await service.db.rows('update status_pages set custom_domain = $2 where id = $1', [id, customDomain])
    for (const changes of [{ name: 'Renamed' }, { customDomain }])
      expect((await send('PUT', `${pages}/${id}`, changes)).status).toBe(200)
    for (const changes of [{ header: 'Renamed' }, { customDomain }])
      expect((await send('PUT', dashboard, changes)).status).toBe(200)
    expect((await send('PUT', dashboard, { customDomain: null })).status).toBe(200)
    expect((await send('PUT', dashboard, { customDomain })).status).toBe(409)
  })

  it('reject unknown services', async () => {
    const cards = [{ name: 'Card', services: [{ id: randomId() }] }]
    expect(codeOf(await send('POST', pages, { ...minimal(), cards }))).toBe('SERVICE_UNKNOWN')
  })

  it('return the open incidents of their services', async () => {
    const [shown, hidden] = [await newService('Shown'), await newService('Hidden')]
    const url = `${pages}/${idOf(await send('POST', pages, full([shown])))}`
    const open = (name: string, id: string, status: string) =>
      send('POST', `${pages}/incidents`, {
        name,
        severity: 'MAJOR',
        services: [{ id }],
        incidentUpdates: [{ description: 'x', status }],
      })
    await open('open', shown, 'MONITORING')
    await open('over', shown, 'RESOLVED')
    await open('elsewhere', hidden, 'MONITORING')
    const { incidents } = (await send('GET', url)).body as { incidents: { name: string }[] }
    expect(incidents.map(({ name }) => name)).toEqual(['open'])
    await send('POST', pages, full([hidden, shown]))
    await send('POST', pages, minimal())
    const { entries } = (await send('GET', pages)).body as { entries: { incidents: { name: string }[] }[] }
    const listed = entries.map((page) => page.incidents.map(({ name }) => name))
    expect(listed).toEqual([['open'], ['elsewhere', 'open'], []])
  })

  it('are listed with the same number of statements, however many there are', async () => {
    const countOfList = async (): Promise<number> => {
      let statements = 0
      const counting: typeof service.db.rows = (text, values) => {
        statements += 1
        return service.db.rows(text, values)
      }
      const store = { ...service.store, db: { ...service.db, rows: counting } }
      await listStatusPages(store, { accountId: account.accountId, nowMs: service.clock.now() }, { limit: 100 })
      return statements
    }
    const account = await service.account()
    const sendAs = service.as(account.key)
    await sendAs('POST', pages, minimal())
    const one = await countOfList()
    for (let page = 0; page < 5; page += 1) await sendAs('POST', pages, minimal())
    expect(await countOfList()).toBe(one)
  })

  it('are deleted with their cards; services and incidents stay', async () => {
    const id = await newService('A')
    const url = `${pages}/${idOf(await send('POST', pages, full([id])))}`
    expect((await send('DELETE', url)).status).toBe(204)
    expect(codeOf(await send('GET', url))).toBe('STATUS_PAGE_NOT_FOUND')
    expect((await send('GET', `${pages}/services/${id}`)).status).toBe(200)
  })
})
