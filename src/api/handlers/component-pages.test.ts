import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { randomId } from '#kernel'
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

const pages = '/v3/status-pages'
const idOf = ({ body }: TestAnswer): string => (body as { id: string }).id
const codeOf = ({ status, body }: TestAnswer) => [status, Object(body).attributes?.code]
const newPage = async (changes: object = {}) => {
  const url = `acme-${randomId()}`
  const id = idOf(await send('POST', pages, { name: 'Acme', url, ...changes }))
  return { id, url, path: `${pages}/${id}` }
}
const add = async (path: string, body: object): Promise<string> =>
  idOf(await send('POST', `${path}/components`, { displayOrder: 1, ...body }))

describe('a status page with components', () => {
  it('is stored in lowercase, colours in uppercase, and empty texts as none', async () => {
    const url = `ACME-${randomId()}`
    const created = await send('POST', pages, {
      name: 'Acme',
      url,
      customDomain: '',
      description: '',
      supportLink: '',
      googleAnalyticsTag: '',
      themeColors: { light: { linkFontColor: '#abc' } },
    })
    expect(created).toMatchObject({
      status: 201,
      body: {
        version: 3,
        url: url.toLowerCase(),
        customDomain: null,
        description: null,
        supportLink: null,
        googleAnalyticsTag: null,
        themeColors: { light: { linkFontColor: '#ABC' } },
        allowIndexing: true,
        defaultTheme: 'AUTO',
        updated_at: null,
      },
    })
  })

  it('is replaced by an update: what is left out is reset', async () => {
    const { path, url } = await newPage({ description: 'How we are.', allowIndexing: false, footerText: 'Acme' })
    expect((await send('PUT', path, { name: 'Other', url })).body).toMatchObject({
      name: 'Other',
      description: null,
      allowIndexing: true,
      footerText: null,
    })
    expect((await send('PUT', path, { name: 'Without address' })).status).toBe(400)
  })

  it('shares its address with no page of either generation, and is listed with its own', async () => {
    const { id, url, path } = await newPage()
    const older = await send('POST', '/v1/status-pages', { name: 'Old', url: `old-${randomId()}`, cards: [] })
    expect(codeOf(await send('POST', '/v1/status-pages', { name: 'Old', url, cards: [] }))).toEqual([
      409,
      'STATUS_PAGE_ADDRESS_TAKEN',
    ])
    expect((await send('GET', pages)).body).toMatchObject({ length: 1, entries: [{ id }], nextId: null })
    expect((await send('GET', '/v1/status-pages')).body).toMatchObject({ length: 1, entries: [{ id: idOf(older) }] })
    for (const method of ['GET', 'DELETE'] as const) {
      expect((await send(method, `/v1/status-pages/${id}`)).status).toBe(404)
      expect((await send(method, `${pages}/${idOf(older)}`)).status).toBe(404)
    }
    expect((await send('DELETE', path)).status).toBe(204)
  })

  it('rejects what no page can have', async () => {
    for (const wrong of [
      { logo: 'ftp://example.com/a.png' },
      { supportLink: 'javascript:alert(1)' },
      { themeColors: { light: { linkFontColor: 'red' } } },
      { themeColors: { light: { unknownColor: '#FFF' } } },
      { url: 'has spaces' },
      { footerText: 'x'.repeat(1001) },
      { customDomain: 'belfry.example' },
    ])
      expect([wrong, (await send('POST', pages, { name: 'Acme', url: randomId(), ...wrong })).status]).toEqual([
        wrong,
        400,
      ])
  })
})

describe('components', () => {
  it('have a group of the same page; deleting it leaves them at the top', async () => {
    const [{ path }, other] = [await newPage(), await newPage()]
    const group = await add(path, { name: 'Shop', type: 'GROUP' })
    const child = await add(path, { name: 'Orders', parentId: group.toUpperCase() })
    const elsewhere = await send('POST', `${other.path}/components`, { name: 'A', displayOrder: 1, parentId: group })
    expect(codeOf(elsewhere)).toEqual([400, 'COMPONENT_INVALID'])
    expect((await send('GET', `${other.path}/components/${child}`)).status).toBe(404)
    expect((await send('GET', `${path}/components/${child}`)).body).toMatchObject({
      parentId: group,
      type: 'SERVICE',
      hidden: false,
      configuration: { showHistoricalData: true },
    })
    expect((await send('DELETE', `${path}/components/${group}`)).status).toBe(204)
    expect((await send('GET', `${path}/components`)).body).toMatchObject({
      length: 1,
      entries: [{ id: child, parentId: null }],
    })
  })

  it('of another account are not found, and are listed some at a time', async () => {
    const { path } = await newPage()
    const ids = [await add(path, { name: 'A' }), await add(path, { name: 'B' }), await add(path, { name: 'C' })]
    const first = await send('GET', `${path}/components?limit=2`)
    expect(first.body).toMatchObject({ length: 2, entries: [{ id: ids[0] }, { id: ids[1] }], nextId: ids[1] })
    const rest = await send('GET', `${path}/components?limit=2&nextId=${ids[1]}`)
    expect(rest.body).toMatchObject({ length: 1, entries: [{ id: ids[2] }], nextId: null })
    const stranger = service.as((await service.account()).key)
    expect((await stranger('GET', `${path}/components`)).status).toBe(404)
    expect((await stranger('DELETE', `${path}/components/${ids[0]}`)).status).toBe(404)
  })
})

describe('readers of the page', () => {
  it('see groups and components, but none that is hidden, and what the footer says', async () => {
    const { path, url } = await newPage({
      footerText: 'Acme <b>Inc</b>',
      supportLink: 'mailto:help@acme.example',
      privacyPolicyLink: 'https://acme.example/privacy',
      allowIndexing: false,
      themeColors: { light: { linkFontColor: '#ABCDEF' } },
    })
    const group = await add(path, { name: 'Shop', type: 'GROUP', configuration: { expandedByDefault: true } })
    await add(path, { name: 'Orders', description: 'Where orders go.', parentId: group })
    await add(path, { name: 'Secret', hidden: true })
    await add(path, { name: 'Quiet', configuration: { showHistoricalData: false } })
    const { text, status } = await service.as(null)('GET', `/status/${url}`)
    expect(status).toBe(200)
    for (const shown of ['>Shop<', 'Orders', 'Where orders go.', 'Acme &lt;b&gt;Inc', 'mailto:help@acme.example'])
      expect(text).toContain(shown)
    expect(text).toContain('noindex')
    expect(text).toContain('--link-font-color:#ABCDEF')
    expect(text).not.toContain('Secret')
    expect(text.match(/90 days ago/g)).toHaveLength(1)
    expect((await service.as(null)('GET', `/status/${url}.json`)).body).toMatchObject({
      state: 'OPERATIONAL',
      cards: [
        { name: 'Shop', services: [{ name: 'Orders', state: 'OPERATIONAL' }] },
        { name: null, services: [{ name: 'Quiet' }] },
      ],
    })
  })
})
