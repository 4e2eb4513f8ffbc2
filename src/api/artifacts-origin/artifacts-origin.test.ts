import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ObservedArtifact } from '#contract'
import { hourMs } from '#kernel'
import { aFile, ArtifactScene } from '../../../tests/support/artifact-scene.ts'
import { directoryBlobs } from '../../../tests/support/blob-stores.ts'
import type { OpenedBlobs } from '../../../tests/support/blob-stores.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { TestAnswer } from '../../../tests/support/test-service.ts'

const artifactsUrl = 'https://files.belfry.example/below'
const host = 'files.belfry.example'
const database = useDatabase()
let opened: OpenedBlobs
let service: TestService
let scene: ArtifactScene
let key: string
beforeAll(async () => {
  opened = await directoryBlobs()
  service = new TestService(database.db(), {}, { blobs: opened.blobs, artifactsUrl })
  const account = await service.account()
  key = account.key
  scene = new ArtifactScene(
    service,
    { accountId: account.accountId, checkId: await service.check(account.accountId) },
    opened,
  )
})
afterAll(() => opened.close())

interface Asset {
  readonly name: string
  readonly url: string
  readonly viewUrl: string | null
}
const html = { kind: 'file', contentType: 'text/html; charset=utf-8' } as const

/** The listed file of a new run that left it behind. */
async function stored(file: ObservedArtifact, of: TestService = service): Promise<Asset> {
  const resultId = await scene.result([file])
  const { body } = await of.as(key)('GET', `/v1/check-results/${scene.checkId}/${resultId}/assets`)
  return Object(body).assets.find(({ name }: Asset) => name === file.name)
}
/** A proxy removes the path of the URL. */
const pathOf = (url: string | null): string =>
  String(url).replace(artifactsUrl, '').replace('https://belfry.example', '')
const ask = (path: string, headers: Record<string, string> = { host }): Promise<TestAnswer> =>
  service.as(null, headers)('GET', path)

test('a document of a run is shown on the origin of artifacts alone, where it reaches nothing', async () => {
  const { viewUrl } = await stored(aFile('<script>1</script>', { ...html, name: 'report/index.html' }))
  expect(viewUrl).toMatch(/^https:\/\/files\.belfry\.example\/below\/files\/[\w.-]+\/index\.html$/)
  const answer = await ask(pathOf(viewUrl))
  expect([answer.status, answer.text]).toEqual([200, '<script>1</script>'])
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-disposition': 'inline',
    'content-security-policy': expect.stringMatching(
      /^sandbox allow-scripts; default-src 'none'; .*frame-ancestors 'none'$/,
    ),
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.headers).not.toHaveProperty('set-cookie')
  for (const other of ['belfry.example', 'localhost', `${host}.other.example`])
    expect(await ask(pathOf(viewUrl), { host: other })).toMatchObject({ status: 404 })
})

test('a proxy may leave out the port, and letter case says nothing', async () => {
  const { viewUrl } = await stored(aFile('x', { ...html, name: 'a.html' }))
  for (const same of [`${host}:8443`, host.toUpperCase(), `${host}.`])
    expect(await ask(pathOf(viewUrl), { host: same })).toMatchObject({ status: 200 })
})

test.each(['/v1/checks', '/v1/session', '/', '/docs', '/health', '/openapi.json', '/status/any', '/assets/any.js'])(
  'the origin of artifacts has no %s, not even with a key',
  async (path) => {
    const answer = await service.as(key, { host, cookie: `belfry_session=${'a'.repeat(64)}` })('GET', path)
    expect([answer.status, answer.headers['set-cookie']]).toEqual([404, undefined])
  },
)

test('a link is for one file, until it expires; without one there is nothing', async () => {
  const { viewUrl, url } = await stored(aFile('x', { ...html, name: 'one.html' }))
  const path = pathOf(viewUrl)
  expect(await ask(path.replace('one.html', 'two.html'))).toMatchObject({ status: 404 })
  expect(await ask(path.replace(/\.[\w-]{4}/, '.AAAA'))).toMatchObject({ status: 404 })
  expect(await ask('/files/')).toMatchObject({ status: 404 })
  const download = await service.as(null, { host: 'belfry.example' })('GET', pathOf(url))
  expect(download).toMatchObject({ status: 200, headers: { 'content-type': 'application/octet-stream' } })
  service.clock.advance(hourMs + 1)
  expect(await ask(path)).toMatchObject({ status: 404, body: { attributes: { code: 'ASSET_NOT_FOUND' } } })
})

test.each([
  ['image/png', 'inline'],
  ['video/webm', 'inline'],
  ['text/plain; charset=utf-8', 'inline'],
  ['image/svg+xml', 'attachment'],
  ['text/javascript', 'attachment'],
  ['application/xhtml+xml', 'attachment'],
  ['text/css', 'attachment'],
  ['application/pdf', 'attachment'],
])('%s is sent %s, and never as what could be loaded as a script', async (contentType, disposition) => {
  const { url, viewUrl } = await stored(aFile('x', { kind: 'file', contentType, name: 'a.bin' }))
  expect(viewUrl === null).toBe(disposition === 'attachment')
  const { headers } = await ask(pathOf(url).replace('/downloads/', '/files/'))
  expect(String(headers['content-disposition'])).toMatch(new RegExp(`^${disposition}`))
  expect(headers['content-type']).toBe(disposition === 'inline' ? contentType : 'application/octet-stream')
  expect(String(headers['content-security-policy'])).toContain('sandbox')
  expect(String(headers['content-security-policy'])).not.toContain('allow-scripts')
})

test('a trace leads to the viewer, which loads its own scripts and asks its own origin alone', async () => {
  const { viewUrl } = await stored(aFile('zip', { name: 'results/trace.zip' }))
  const viewer = new URL(viewUrl ?? '')
  expect(viewer.href.startsWith(`${artifactsUrl}/viewer/?trace=`)).toBe(true)
  const page = await ask(pathOf(viewUrl))
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toMatch(/script-src 'self' 'sha256-[^;]+'; .*connect-src 'self' data: blob:;.*frame-ancestors 'none'/)
  const [, script = ''] = /<script type="module" crossorigin src="\.\/([^"]+)"/.exec(page.text) ?? []
  expect(await ask(`/viewer/${script}`)).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': expect.stringContaining('immutable'),
    },
  })
  expect(await ask('/viewer/sw.bundle.js')).toMatchObject({ status: 200, headers: { 'cache-control': 'no-cache' } })
  const trace = new URL(viewer.searchParams.get('trace') ?? '', `${artifactsUrl}/viewer/`)
  expect(await ask(pathOf(trace.href))).toMatchObject({ status: 200, text: 'zip' })
  const etag = String(page.headers['etag'])
  expect(await ask('/viewer/', { host, 'if-none-match': etag })).toMatchObject({ status: 304 })
  expect(await ask('/viewer/', { host: 'belfry.example' })).toMatchObject({ status: 404 })
})

test.each(['/viewer/../package.json', '/viewer/..%2f..%2f..%2f..%2fpackage.json', '/viewer/assets', '/viewer/none.js'])(
  'the viewer has no %s',
  async (path) => {
    expect(await ask(path)).toMatchObject({ status: 404 })
  },
)

test('without such an origin files are only downloaded', async () => {
  const plain = new TestService(database.db(), {}, { blobs: opened.blobs })
  const { viewUrl, url } = await stored(aFile('x', { ...html, name: 'a.html' }), plain)
  expect(viewUrl).toBeNull()
  const path = pathOf(url).replace('/downloads/', '/files/')
  for (const at of [host, 'belfry.example'])
    expect(await plain.as(null, { host: at })('GET', path)).toMatchObject({ status: 404 })
})
