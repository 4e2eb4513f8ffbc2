import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { TestAnswer } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const own = () => service.owner()

interface Dashboard {
  readonly id: number
  readonly dashboardId: string
  readonly customUrl: string | null
  readonly customDomain: string | null
  readonly isPrivate: boolean
  readonly keys: readonly { readonly id: string; readonly rawKey: string; readonly maskedKey: string }[]
}
const dashboardOf = ({ body }: TestAnswer): Dashboard => body as Dashboard
const codeOf = ({ body }: TestAnswer): string => (body as { attributes: { code: string } }).attributes.code
const url = '/v1/dashboards'
const urlOf = (answer: TestAnswer): string => `${url}/${dashboardOf(answer).dashboardId}`

const defaults = {
  header: 'Shop',
  customUrl: null,
  customDomain: null,
  logo: null,
  favicon: null,
  link: null,
  description: null,
  width: 'FULL',
  refreshRate: 60,
  paginate: true,
  paginationRate: 60,
  checksPerPage: 15,
  sortByStatus: false,
  tags: [],
  useTagsAndOperator: false,
  hideTags: false,
  enableIncidents: false,
  expandChecks: false,
  showHeader: true,
  showCheckRunLinks: false,
  showGroupNames: true,
  showP95: true,
  showP99: true,
  customCSS: '',
  isPrivate: false,
}

describe('dashboards', () => {
  it('have the documented defaults', async () => {
    const { send } = await own()
    const created = await send('POST', url, { header: 'Shop' })
    expect({ status: created.status, body: created.body }).toEqual({
      status: 201,
      body: {
        ...defaults,
        id: expect.any(Number),
        dashboardId: expect.stringMatching(/^[0-9a-f]{12}$/),
        keys: [],
        created_at: '2026-03-01T12:00:00.000Z',
        updated_at: null,
        projectBindings: { owner: null, references: [] },
      },
    })
  })

  it('are read, listed and deleted as they were written', async () => {
    const { send } = await own()
    const full = {
      header: 'Shop & more',
      customUrl: 'shop-of-a-test',
      customDomain: 'Status.Shop.Example',
      logo: 'https://shop.example/logo.png',
      favicon: '',
      link: 'https://shop.example',
      description: 'How we are.',
      width: '960PX',
      refreshRate: 300,
      paginate: false,
      paginationRate: 30,
      checksPerPage: 20,
      sortByStatus: true,
      tags: ['shop', 'live'],
      useTagsAndOperator: true,
      hideTags: true,
      enableIncidents: true,
      expandChecks: true,
      showHeader: false,
      showCheckRunLinks: true,
      showGroupNames: false,
      showP95: false,
      showP99: false,
      customCSS: '.check { color: red }',
      isPrivate: false,
    }
    const created = await send('POST', url, full)
    expect(created).toMatchObject({ status: 201, body: { ...full, customDomain: 'status.shop.example' } })
    expect((await send('GET', urlOf(created))).body).toEqual(created.body)
    const listed = await send('GET', url)
    expect({ contentRange: listed.headers['content-range'], body: listed.body }).toEqual({
      contentRange: '0-0/1',
      body: [created.body],
    })
    expect((await send('DELETE', urlOf(created))).status).toBe(204)
    expect(codeOf(await send('GET', urlOf(created)))).toBe('DASHBOARD_NOT_FOUND')
  })

  it('change in what a body names and keep the rest', async () => {
    const { send } = await own()
    const created = await send('POST', url, { header: 'Shop', customUrl: 'keeps', description: 'Old', tags: ['a'] })
    service.clock.advance(1000)
    const changed = await send('PUT', urlOf(created), { description: null, refreshRate: 600 })
    expect(changed.body).toEqual({
      ...Object(created.body),
      description: null,
      refreshRate: 600,
      updated_at: expect.any(String),
    })
    const cleared = await send('PUT', urlOf(created), { customUrl: null, tags: null })
    expect(cleared.body).toMatchObject({ customUrl: null, tags: [], header: 'Shop' })
  })

  it('take what clients written in Go send for what was not given', async () => {
    const { send } = await own()
    const body = {
      header: '',
      customUrl: '',
      customDomain: '',
      logo: '',
      favicon: '',
      link: '',
      keys: null,
      tags: null,
      paginationRate: 0,
    }
    for (let time = 0; time < 2; time += 1)
      expect((await send('POST', url, body)).body).toMatchObject({
        customUrl: null,
        customDomain: null,
        keys: [],
        paginationRate: 60,
      })
    const created = await send('POST', url, { header: 'Shop', paginationRate: 30, refreshRate: 30 })
    const changed = await send('PUT', urlOf(created), { paginationRate: 0 })
    expect(changed.body).toMatchObject({ paginationRate: 30, refreshRate: 30 })
  })

  it.each([
    { width: '800PX' },
    { refreshRate: 90 },
    { paginationRate: 600 },
    { checksPerPage: 0 },
    { checksPerPage: 21 },
    { customUrl: 'No Slug' },
    { customUrl: '../etc' },
    { customDomain: 'localhost' },
    { customDomain: 'https://shop.example' },
    { logo: 'javascript:alert(1)' },
    { link: 'ftp://shop.example' },
    { tags: 'shop' },
    { header: null },
  ])('reject %o', async (wrong) => {
    const { send } = await own()
    expect(codeOf(await send('POST', url, { header: 'Shop', ...wrong }))).toBe('BODY_INVALID')
  })

  it.each([
    ['customUrl', 'taken-once', 'taken-once'],
    ['customDomain', 'Taken.Example', 'taken.EXAMPLE'],
  ])('have a %s that is unique in the installation', async (field, first, second) => {
    const [one, other] = [await own(), await own()]
    const holder = await one.send('POST', url, { header: 'Shop', [field]: first })
    const rejected = await other.send('POST', url, { header: 'Shop', [field]: second })
    expect({ status: rejected.status, code: codeOf(rejected) }).toEqual({
      status: 409,
      code: 'DASHBOARD_ADDRESS_TAKEN',
    })
    expect(rejected.body).toMatchObject({ attributes: { [field]: 'taken' } })
    const late = await other.send('POST', url, { header: 'Shop' })
    expect((await other.send('PUT', urlOf(late), { [field]: second })).status).toBe(409)
    expect((await one.send('PUT', urlOf(holder), { [field]: first })).status).toBe(200)
    await one.send('DELETE', urlOf(holder))
    expect((await other.send('PUT', urlOf(late), { [field]: second })).status).toBe(200)
  })
})

describe('a dashboard', () => {
  it('is found by its custom URL and its domain on request', async () => {
    const { send } = await own()
    const created = await send('POST', url, { header: 'Shop', customUrl: 'by-url', customDomain: 'by.example' })
    expect((await send('GET', `${url}/by-url?type=customUrl`)).body).toEqual(created.body)
    expect((await send('GET', `${url}/BY.example?type=customDomain`)).body).toEqual(created.body)
    const named = await send('POST', url, { header: 'Shop', customDomain: 'Bücher.Shop.Example.' })
    expect(dashboardOf(named).customDomain).toBe('xn--bcher-kva.shop.example')
    const byName = `${url}/${encodeURIComponent('bücher.shop.example')}?type=customDomain`
    expect((await send('GET', byName)).body).toEqual(named.body)
    expect((await send('GET', `${url}/by-url`)).status).toBe(404)
    expect((await send('GET', `${url}/by-url?type=other`)).status).toBe(400)
  })

  it('of one account is not there for another', async () => {
    const [{ send }, otherAccount] = [await own(), await own()]
    const created = await send('POST', url, { header: 'Shop', customUrl: 'of-one' })
    for (const address of [urlOf(created), `${url}/of-one?type=customUrl`])
      expect((await otherAccount.send('GET', address)).status).toBe(404)
    expect((await otherAccount.send('PUT', urlOf(created), { header: 'Mine' })).status).toBe(404)
    expect((await otherAccount.send('DELETE', urlOf(created))).status).toBe(404)
    expect((await otherAccount.send('GET', url)).body).toEqual([])
  })
})

describe('the key of a private dashboard', () => {
  it('is returned by the response that creates it, and stored as its hash', async () => {
    const { account, send } = await own()
    const created = await send('POST', url, { header: 'Shop', isPrivate: true })
    const [key] = dashboardOf(created).keys
    expect(key).toMatchObject({
      rawKey: expect.stringMatching(/^db_[0-9a-f]{48}$/),
      maskedKey: `db_...${key?.rawKey.slice(-4)}`,
    })
    const reader = service.as(await account.keyWithRole('READ_ONLY'))
    const reads = [
      await reader('GET', urlOf(created)),
      await reader('GET', url),
      await send('PUT', urlOf(created), { header: 'Shop 2' }),
    ]
    for (const read of reads) {
      expect(read.text).not.toContain(key?.rawKey)
      expect(read.text).toContain(key?.id)
    }
    const rows = await service.db.rows('select * from dashboard_keys where account_id = $1', [account.accountId])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(key?.rawKey)
  })

  it('is deleted when the dashboard becomes public, and another is created when it becomes private again', async () => {
    const { send } = await own()
    const created = await send('POST', url, { header: 'Shop', isPrivate: true })
    expect(dashboardOf(await send('PUT', urlOf(created), { isPrivate: false })).keys).toEqual([])
    const again = dashboardOf(await send('PUT', urlOf(created), { isPrivate: true }))
    expect(again.keys).toHaveLength(1)
    expect(again.keys[0]?.rawKey).toMatch(/^db_[0-9a-f]{48}$/)
    expect(again.keys[0]?.id).not.toBe(dashboardOf(created).keys[0]?.id)
  })

  it('is replaced on request, which a public dashboard refuses', async () => {
    const { send } = await own()
    const created = await send('POST', url, { header: 'Shop', isPrivate: true })
    const renewed = await send('POST', `${urlOf(created)}/keys`)
    const [before, after] = [dashboardOf(created).keys[0]?.rawKey, dashboardOf(renewed).keys[0]?.rawKey]
    expect(dashboardOf(renewed).keys).toHaveLength(1)
    expect(after).not.toBe(before)
    const page = `/dashboards/${dashboardOf(created).dashboardId}`
    expect((await service.as(String(before))('GET', page)).status).toBe(403)
    expect((await service.as(String(after))('GET', page)).status).toBe(200)
    const refused = await send('POST', `${urlOf(await send('POST', url, { header: 'Open' }))}/keys`)
    expect({ status: refused.status, code: codeOf(refused) }).toEqual({ status: 409, code: 'DASHBOARD_NOT_PRIVATE' })
  })

  it('cannot be chosen by a body', async () => {
    const { send } = await own()
    const chosen = [{ id: 'x', rawKey: 'db_mine', maskedKey: 'x', created_at: '2026-01-01T00:00:00Z' }]
    const created = await send('POST', url, { header: 'Shop', isPrivate: true, keys: chosen })
    expect(dashboardOf(created).keys).toHaveLength(1)
    expect(created.text).not.toContain('db_mine')
  })
})

describe('incidents of dashboards', () => {
  const incident = { name: 'Slow', incidentUpdates: [{ status: 'INVESTIGATING', description: 'We are looking.' }] }

  it('name a dashboard of the account', async () => {
    const [{ send }, otherAccount] = [await own(), await own()]
    const { id } = dashboardOf(await send('POST', url, { header: 'Shop' }))
    expect((await send('POST', '/v1/incidents', { ...incident, dashboardId: id })).status).toBe(200)
    for (const answer of [
      await otherAccount.send('POST', '/v1/incidents', { ...incident, dashboardId: id }),
      await send('POST', '/v1/incidents', { ...incident, dashboardId: id + 1_000_000 }),
    ]) {
      expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 400, code: 'DASHBOARD_UNKNOWN' })
      expect(answer.text).toContain('dashboardId')
    }
  })

  it('are listed with all their updates, the latest first, to their account alone', async () => {
    const [{ send }, otherAccount] = [await own(), await own()]
    const created = await send('POST', url, { header: 'Shop' })
    const dashboardId = dashboardOf(created).id
    const first = await send('POST', '/v1/incidents', { ...incident, dashboardId, startedAt: '2026-01-02T00:00:00Z' })
    await send('POST', '/v1/incidents', { ...incident, name: 'Before', dashboardId, startedAt: '2026-01-01T00:00:00Z' })
    const { id } = first.body as { id: string }
    await send('POST', `/v1/incidents/${id}/updates`, { status: 'RESOLVED', description: 'Done.' })
    expect((await send('GET', `${urlOf(created)}/incidents`)).body).toMatchObject([
      { name: 'Slow', incidentUpdates: [{ status: 'RESOLVED' }, { status: 'INVESTIGATING' }] },
      { name: 'Before', incidentUpdates: [{ status: 'INVESTIGATING' }] },
    ])
    expect((await otherAccount.send('GET', `${urlOf(created)}/incidents`)).status).toBe(404)
  })

  it('go with their dashboard', async () => {
    const { account, send } = await own()
    const created = await send('POST', url, { header: 'Shop', isPrivate: true })
    const written = await send('POST', '/v1/incidents', { ...incident, dashboardId: dashboardOf(created).id })
    await send('DELETE', urlOf(created))
    expect((await send('GET', `/v1/incidents/${(written.body as { id: string }).id}`)).status).toBe(404)
    for (const table of ['dashboard_incidents', 'dashboard_incident_updates', 'dashboard_keys'])
      expect(await service.db.rows(`select 1 from ${table} where account_id = $1`, [account.accountId])).toEqual([])
  })
})

describe('the preview of a dashboard', () => {
  it('is the page of what is not saved, says how many checks match, and never reloads', async () => {
    const { account, send } = await own()
    await service.check(account.accountId, { name: 'Cart', tags: ['shop'] })
    await service.check(account.accountId, { name: 'Stock', tags: ['store'] })
    const style = '.check { color: red } </style><script>alert(1)</script>'
    const draft = { header: 'Wall', tags: ['shop'], customUrl: 'taken-or-not', customCSS: style }
    const { body } = await send('POST', `${url}/preview`, draft)
    const { html, ...counts } = body as { html: string; checkCount: number; pages: number }
    expect(counts).toEqual({ checkCount: 1, pages: 1 })
    expect(html).toContain('Cart')
    expect(html).toContain('.check { color: red }')
    for (const part of ['Stock', '</style><script', 'http-equiv="refresh"']) expect(html).not.toContain(part)
    expect((await send('GET', url)).body).toEqual([])
  })
})
