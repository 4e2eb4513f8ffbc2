import { beforeAll, describe, expect, it } from 'vitest'
import { minuteMs, randomId } from '#kernel'
import { insertCheckResults } from '#storage/runs'
import { checkResultRow } from '../../../tests/support/check-result-row.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'
import { snapshotFiles, readSnapshot } from '../snapshots/snapshot-files.ts'
import { findPublicPage, readPublicStatusPage } from '#publishing'

const database = useDatabase()
const publicUrl = 'https://tools.example/belfry'
let service: TestService
let accountId: string
let call: Send
let upload: Send
let visit: Send

beforeAll(async () => {
  service = new TestService(database.db(), {}, { publicUrl })
  const { account, send } = await service.owner()
  ;[accountId, call] = [account.accountId, send]
  upload = service.as(account.key, { 'content-type': 'application/octet-stream' })
  visit = service.as(null)
})

const made = ({ status, body, text }: TestAnswer): { id: string } & Record<string, string> => {
  if (status !== 200 && status !== 201) throw new Error(text)
  return body as never
}
const codeOf = ({ status, body }: TestAnswer) => [status, Object(body).attributes?.code]

/** A page of either version with one service; its own path. */
async function newPage(version: 2 | 3 = 3, fields: object = {}) {
  const url = `page-${randomId()}`
  const name = 'Acme'
  if (version === 3) {
    const { id } = made(await call('POST', '/v3/status-pages', { name, url, ...fields }))
    const component = made(await call('POST', `/v3/status-pages/${id}/components`, { name: 'Shop', displayOrder: 1 }))
    return { id, url, partId: component.id, display: `/v1/status-page-displays/${id}`, path: `/status/${url}` }
  }
  const part = made(await call('POST', '/v1/status-pages/services', { name: 'Shop' }))
  const cards = [{ name: 'Store', services: [{ id: part.id }] }]
  const { id } = made(await call('POST', '/v1/status-pages', { name, url, cards, ...fields }))
  return { id, url, partId: part.id, display: `/v1/status-page-displays/${id}`, path: `/status/${url}` }
}

const png = (text = '') => Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.from(text)])
const svg = (inside: string) =>
  Buffer.from(`<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>\n`)
const hostile = svg('<script>alert(1)</script><a href="javascript:alert(1)"><text>x</text></a>')

describe('an uploaded picture', () => {
  it('is at an address of its bytes, which the page shows on its own host below its path', async () => {
    const { id, url, display, path } = await newPage()
    const answer = await upload('POST', `${display}/pictures`, hostile)
    expect(answer).toMatchObject({ status: 201, body: { contentType: 'image/svg+xml', sizeBytes: hostile.length } })
    expect((await upload('POST', `${display}/pictures`, hostile)).status).toBe(200)
    const { address = '' } = made(answer)
    expect(address).toMatch(/^https:..tools[.]example.belfry.pages.pictures.[0-9a-f]{64}[.]svg$/)
    made(await call('PUT', `/v3/status-pages/${id}`, { name: 'Acme', url, logo: address, favicon: address }))
    const { text, headers } = await visit('GET', path)
    const local = address.slice('https://tools.example'.length)
    expect(text).toContain(`<img class="logo" src="${local}"`)
    expect(text).toContain(`<link rel="icon" href="${local}" />`)
    expect(headers['content-security-policy']).toContain("img-src 'self' data:;")
  })

  it('can do nothing when it is opened, and is kept by browsers for good', async () => {
    const { display } = await newPage()
    const { address = '' } = made(await upload('POST', `${display}/pictures`, hostile))
    const { status, headers, bytes } = await visit('GET', address.slice(publicUrl.length))
    expect([status, bytes.equals(hostile)]).toEqual([200, true])
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect((await visit('GET', address.slice(publicUrl.length).replace('.svg', '.png'))).status).toBe(404)
  })

  it.each([
    ['nothing', Buffer.from('\n')],
    ['a page', Buffer.from('<html><svg></svg></html>')],
    ['a page in a comment', Buffer.from('<!-- --><!DOCTYPE html><svg></svg>')],
    ['entities', Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>')],
    ['a drawing that something follows', Buffer.from('<svg></svg><script>')],
    ['a text that begins like a picture', Buffer.from('PNG')],
    ['a program', Buffer.from('MZ\0\0')],
  ])('is not %s', async (_name, bytes) => {
    const { display } = await newPage()
    expect(codeOf(await upload('POST', `${display}/pictures`, bytes))).toEqual([400, 'PICTURE_INVALID'])
  })

  it('has at most 256 kB, and belongs to a page of the account', async () => {
    const { display } = await newPage(2)
    expect((await upload('POST', `${display}/pictures`, png('x'.repeat(256 * 1024)))).status).toBe(413)
    const { account } = await service.owner()
    const theirs = service.as(account.key, { 'content-type': 'application/octet-stream' })
    expect(codeOf(await theirs('POST', `${display}/pictures`, png()))).toEqual([404, 'STATUS_PAGE_NOT_FOUND'])
  })

  it('stays while the page shows it, however many others are tried, and goes with the page', async () => {
    const { id, url, display } = await newPage()
    const { address = '' } = made(await upload('POST', `${display}/pictures`, png('shown')))
    made(await call('PUT', `/v3/status-pages/${id}`, { name: 'Acme', url, logo: address }))
    const others: string[] = []
    for (let count = 0; count < 11; count += 1) {
      service.clock.advance(1)
      others.push(made(await upload('POST', `${display}/pictures`, png(`${count}`)))['address'] ?? '')
    }
    const statusOf = async (picture = '') => (await visit('GET', picture.slice(publicUrl.length))).status
    expect(await Promise.all([address, others[0], others[1], others[10]].map(statusOf))).toEqual([200, 404, 200, 200])
    await call('DELETE', `/v3/status-pages/${id}`)
    expect(await statusOf(address)).toBe(404)
  })

  it('is in the copies of the page, from which it is linked', async () => {
    const { id, url, display } = await newPage()
    const { address = '' } = made(await upload('POST', `${display}/pictures`, png('copied')))
    made(await call('PUT', `/v3/status-pages/${id}`, { name: 'Acme', url, logo: address }))
    const found = await findPublicPage(service.store, url)
    if (found === null) throw new Error('no page')
    const shown = await readPublicStatusPage(service.store, found, service.clock.now())
    const files = await snapshotFiles(await readSnapshot(service.store, { found, shown, publicUrl }), { publicUrl })
    const path = address.slice(`${publicUrl}/`.length)
    expect(files.get(path)).toEqual(png('copied'))
    expect(files.get('index.html')).toContain(`src="./${path}"`)
  })
})

describe.each([2, 3] as const)('a page of version %s', (version) => {
  it('is framed by nobody, or by the sites it names', async () => {
    const { display, path } = await newPage(version)
    const ancestors = async () =>
      /frame-ancestors ([^;]*)/.exec(String((await visit('GET', path)).headers['content-security-policy']))?.[1]
    expect(await ancestors()).toBe("'none'")
    const embedOrigins = ['HTTPS://WWW.Acme.example/', 'https://*.acme.example:8443', 'https://bücher.example']
    expect(
      await call('PUT', display, { embedOrigins: [...embedOrigins, 'https://www.acme.example:443'] }),
    ).toMatchObject({
      body: {
        embedOrigins: ['https://www.acme.example', 'https://*.acme.example:8443', 'https://xn--bcher-kva.example'],
      },
    })
    expect(await ancestors()).toBe('https://www.acme.example https://*.acme.example:8443 https://xn--bcher-kva.example')
    await call('PUT', display, { embedOrigins: null })
    expect(await ancestors()).toBe("'none'")
  })

  it('is in the languages it names, and links to the others of them on the same document', async () => {
    const { display, path } = await newPage(version)
    const german = service.as(null, { 'accept-language': 'de' })
    const month = new Date(service.clock.now()).toISOString().slice(0, 7)
    const history = await german('GET', `${path}/history/${month}`)
    expect(history.text).toContain(
      `<a href="/belfry${path}/history/${month}?lang=en" lang="en" hreflang="en">English</a>`,
    )
    expect((await german('GET', `${path}/subscribe`)).text).toContain(`${path}/subscribe?lang=en"`)
    await call('PUT', display, { languages: ['en'] })
    const fixed = await german('GET', `${path}?lang=de`)
    expect(fixed.headers['content-language']).toBe('en')
    expect(fixed.text).not.toContain('hreflang')
    await call('PUT', display, { languages: ['de', 'en'] })
    expect((await service.as(null, { 'accept-language': 'fr' })('GET', path)).headers['content-language']).toBe('de')
  })

  it('has the chosen charts of response times, which are no charts of others', async () => {
    const { display, path, partId } = await newPage(version)
    const checkId = await service.check(accountId, { name: 'Secret name' })
    const nowMs = service.clock.now()
    const rows = [40, 70, 100].flatMap((minutes, index) =>
      [0, 1, 2].map((more) =>
        checkResultRow({ accountId, checkId }, nowMs - (minutes + more) * minuteMs, { measured: [100 * (index + 1)] }),
      ),
    )
    await insertCheckResults(service.db, rows)
    expect((await call('PUT', display, { charts: [{ componentId: partId, checkId }] })).status).toBe(200)
    const { text } = await visit('GET', path)
    expect(text).toContain('<span>Response time, 0 to 300 ms</span')
    expect(text).toContain('median 200 ms, 95% within 300 ms')
    expect(text).toContain('<path d="M43 0l1 13 1 14" />')
    expect(text).not.toContain('Secret name')
    const { account } = await service.owner()
    const foreign = await service.check(account.accountId)
    const heartbeat = await service.heartbeat(accountId)
    for (const chart of [
      { componentId: partId, checkId: foreign },
      { componentId: partId, checkId: heartbeat },
      { componentId: checkId, checkId },
    ])
      expect(codeOf(await call('PUT', display, { charts: [chart] }))).toEqual([400, 'PAGE_DISPLAY_INVALID'])
    expect(
      codeOf(await call('PUT', display, { charts: [1, 2].map(() => ({ componentId: partId, checkId })) })),
    ).toEqual([400, 'PAGE_DISPLAY_INVALID'])
    expect((await call('PUT', display, { embedOrigins: [] })).body).toMatchObject({ charts: [{ checkId }] })
    await call('DELETE', `/v1/checks/${checkId}`)
    expect((await call('GET', display)).body).toMatchObject({ charts: [] })
  })
})

it.each([
  'acme.example',
  "https://acme.example; script-src 'unsafe-inline'",
  'https://acme.example/path',
  'https://*',
  'javascript://a',
])('the site %s is no origin', async (origin) => {
  const { display } = await newPage()
  expect((await call('PUT', display, { embedOrigins: [origin] })).status).toBe(400)
})

it('the preview of a draft has its charts and its language, of components that are not saved yet too', async () => {
  const checkId = await service.check(accountId)
  await service.result(accountId, checkId, { measured: [70] })
  const { body } = await call('POST', '/v1/status-page-previews', {
    version: 3,
    page: { name: 'Acme' },
    languages: ['de'],
    components: [{ id: 'new', name: 'Shop' }],
    charts: [{ componentId: 'new', checkId }],
  })
  expect(Object(body).html).toContain('Median 70 ms, 95 % bis 70 ms')
})

it('a page with charts and incidents at fifty components has at most 100 kB', async () => {
  const { id, url } = made(await call('POST', '/v3/status-pages', { name: 'Acme', url: `fifty-${randomId()}` }))
  const components = Array.from({ length: 50 }, (_, index) => ({ id: `${index}`, name: `Component ${index}` }))
  const saved = made(
    await call('PUT', `/v3/status-pages/${id}/definition`, { page: { name: 'Acme', url }, components }),
  )
  const checkId = await service.check(accountId)
  const nowMs = service.clock.now()
  const rows = Array.from({ length: 48 }, (_, index) =>
    checkResultRow({ accountId, checkId }, nowMs - index * 30 * minuteMs, { measured: [(index * 7919) % 977] }),
  )
  await insertCheckResults(service.db, rows)
  const made50 = (saved as unknown as { components: { id: string }[] }).components
  const charts = made50.map((component) => ({ componentId: component.id, checkId }))
  made(await call('PUT', `/v1/status-page-displays/${id}`, { charts }))
  const componentImpacts = made50.map((component) => ({ componentId: component.id, status: 'PARTIAL_OUTAGE' }))
  for (const day of [3, 6, 9, 12]) {
    const at = (minutes: number) => new Date(nowMs - (day * 24 * 60 - minutes) * minuteMs).toISOString()
    const incidentUpdates = [
      { status: 'INVESTIGATING', description: 'We look into it.', publicIncidentUpdateDate: at(0) },
    ]
    const body = { name: `Trouble with everything on day ${day}`, componentImpacts, incidentUpdates }
    const incident = made(await call('POST', `/v3/status-pages/${id}/incidents`, body))
    const over = { status: 'RESOLVED', description: 'Over.', publicIncidentUpdateDate: at(50) }
    made(await call('POST', `/v3/status-pages/${id}/incidents/${incident.id}/incident-updates`, over))
  }
  const { text } = await visit('GET', `/status/${url}`)
  expect(text).toContain('50 min (Trouble with everything on day 3)')
  expect(text.match(/class="chart"/g)).toHaveLength(50)
  expect(Buffer.byteLength(text)).toBeLessThan(100_000)
})
