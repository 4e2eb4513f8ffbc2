import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ObservedArtifact } from '#contract'
import { assetReference } from '#contract'
import { randomId } from '#kernel'
import { aFile, ArtifactScene } from '../../../tests/support/artifact-scene.ts'
import { blobStores } from '../../../tests/support/blob-stores.ts'
import type { OpenedBlobs } from '../../../tests/support/blob-stores.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let opened: OpenedBlobs
let service: TestService
let scene: ArtifactScene
let key: string
afterEach(async () => {
  await database.db().rows('truncate artifacts, artifact_contents, artifact_usage, rate_windows')
  await opened.close()
})

interface Asset {
  readonly type: string
  readonly name: string
  readonly url: string
  readonly contentType: string
}
const pathOf = (resultId: string): string => `/v1/check-results/${scene.checkId}/${resultId}`
async function assetsOf(resultId: string): Promise<Asset[]> {
  const answer = await service.as(key)('GET', `${pathOf(resultId)}/assets`)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return Object(answer.body).assets
}
const linkTo = async (resultId: string, name: string): Promise<string> => {
  const asset = (await assetsOf(resultId)).find((item) => item.name === name)
  return asset?.url.replace('https://belfry.example', '') ?? `no asset ${name}`
}
const download = (url: string, headers: Record<string, string> = {}) => service.as(null, headers)('GET', url)
const stored = async (file: ObservedArtifact): Promise<string> => {
  const resultId = await scene.result([file])
  return linkTo(resultId, file.name)
}

describe.each(blobStores)('stored files of runs in %s', (_name, make) => {
  beforeEach(async () => {
    opened = await make()
    service = new TestService(database.db(), {}, { blobs: opened.blobs })
    const account = await service.account()
    key = account.key
    const checkId = await service.check(account.accountId)
    scene = new ArtifactScene(service, { accountId: account.accountId, checkId }, opened)
  })

  test('are listed beside the log, with their types', async () => {
    const resultId = await scene.result([
      aFile('zip', { name: 'results/trace.zip' }),
      aFile('hops', { name: 'route.json', kind: 'traceroute', contentType: 'application/json' }),
    ])
    expect(await assetsOf(resultId)).toMatchObject([
      { type: 'log', name: 'run.log' },
      { type: 'trace', name: 'results/trace.zip', contentType: 'application/zip' },
      { type: 'report', name: 'route.json', contentType: 'application/json' },
    ])
  })

  test('are downloaded with their type, under their name, and can be cached by their hash', async () => {
    const url = await stored(aFile('bytes', { name: 'shots/ü "1".png', kind: 'screenshot', contentType: 'image/png' }))
    const answer = await download(url)
    expect([answer.status, answer.text]).toEqual([200, 'bytes'])
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '5',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-disposition': `attachment; filename="? \\"1\\".png"; filename*=UTF-8''%C3%BC%20%221%22.png`,
      'x-content-type-options': 'nosniff',
    })
    const etag = String(answer.headers['etag'])
    expect(await download(url, { 'if-none-match': `"other", W/${etag}` })).toMatchObject({ status: 304, text: '' })
    expect(await download(url, { 'if-none-match': '"other"' })).toMatchObject({ status: 200, text: 'bytes' })
  })

  test('are downloaded in parts', async () => {
    const url = await stored(aFile('0123456789'))
    const cases: [string, number, string, string | undefined][] = [
      ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
      ['bytes=8-', 206, '89', 'bytes 8-9/10'],
      ['bytes=-2', 206, '89', 'bytes 8-9/10'],
      ['bytes=5-999', 206, '56789', 'bytes 5-9/10'],
      ['bytes=0-1,4-5', 200, '0123456789', undefined],
      ['lines=1-2', 200, '0123456789', undefined],
      ['bytes=x', 200, '0123456789', undefined],
    ]
    for (const [range, status, text, contentRange] of cases) {
      const answer = await download(url, { range })
      expect([range, answer.status, answer.text]).toEqual([range, status, text])
      expect([range, answer.headers['content-range']]).toEqual([range, contentRange])
    }
    const outside = await download(url, { range: 'bytes=10-' })
    expect(outside).toMatchObject({ status: 416, body: { attributes: { code: 'RANGE_NOT_SATISFIABLE' } } })
    expect(outside.headers['content-range']).toBe('bytes */10')
    const changed = await download(url, { range: 'bytes=0-3', 'if-range': '"another"' })
    expect([changed.status, changed.text]).toEqual([200, '0123456789'])
  })

  test.each([
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'text/xml',
    'text/javascript',
    'TEXT/HTML; charset=utf-8',
  ])('of the type %s are never a document on this origin', async (contentType) => {
    const answer = await download(await stored(aFile('<script>alert(1)</script>', { name: 'a.html', contentType })))
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename=a.html',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    })
  })

  test.each([
    '../../../etc/passwd',
    '..\\..\\boot.ini',
    '/absolute/path',
    'nul\0byte.txt',
    'line\r\nSet-Cookie: a=b.txt',
    'right\u202eto-left.exe',
    'half \ud800 surrogate',
    'ü'.repeat(400) + '.zip',
    '💡'.repeat(150),
    'run.log',
    'a|b|c',
    '',
    '..',
    '%2e%2e%2f',
  ])('with the name %j have a harmless one, and can be downloaded', async (name) => {
    const resultId = await scene.result([aFile('content', { name }), aFile('content', { name })])
    const assets = (await assetsOf(resultId)).slice(1)
    expect(new Set(assets.map((asset) => asset.name)).size).toBe(2)
    for (const asset of assets) {
      expect(asset.name).not.toMatch(/(^|\/)\.\.?(\/|$)|^\/|\\|[\p{Cc}\p{Cf}\p{Cs}]/u)
      expect(Buffer.byteLength(asset.name)).toBeLessThanOrEqual(255)
      const answer = await download(asset.url.replace('https://belfry.example', ''))
      expect([answer.status, answer.text]).toEqual([200, 'content'])
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  })

  test('of another account are not found, and a link cannot be changed to them', async () => {
    const resultId = await scene.result([aFile('private')])
    const other = await service.account()
    expect((await service.as(other.key)('GET', `${pathOf(resultId)}/assets`)).status).toBe(404)
    const url = await linkTo(resultId, 'trace.zip')
    expect((await download(url.replace('trace.zip', 'other.zip'))).status).toBe(404)
    const [, , token = ''] = url.split('/')
    const forged = Buffer.from(
      Buffer.from(token.split('.')[0] ?? '', 'base64url')
        .toString()
        .replace(/[^|]+$/, randomId()),
    )
    expect((await download(url.replace(token, `${forged.toString('base64url')}.${token.split('.')[1]}`))).status).toBe(
      404,
    )
  })

  test('whose object is missing are answered 404 with the reason', async () => {
    const url = await stored(aFile('gone'))
    for await (const portion of opened.blobs.list()) await opened.blobs.delete(portion)
    expect(await download(url)).toMatchObject({
      status: 404,
      body: { attributes: { code: 'ASSET_CONTENT_NOT_FOUND' } },
    })
  })

  test('are links in the result where its detail refers to them', async () => {
    const lease = await scene.run()
    const files = await scene.store(lease, [aFile('a trace')])
    const [file] = files.stored
    const jobAssets = files.stored.map(assetReference)
    await scene.report(lease, files.stored, 'passed', { jobAssets, requestError: `asset:${randomId()}` })
    const answer = await service.as(key)('GET', pathOf(lease.taskId))
    const { tcpCheckResult } = Object(answer.body)
    expect(file?.name).toBe('trace.zip')
    expect(tcpCheckResult.jobAssets).toEqual([expect.stringMatching(/^https:\/\/belfry\.example\/downloads\//)])
    expect(tcpCheckResult.requestError).toMatch(/^asset:/)
    const url = String(tcpCheckResult.jobAssets[0]).replace('https://belfry.example', '')
    expect((await download(url)).text).toBe('a trace')
  })
})

test('a file in a store that is away is answered 503', async () => {
  const [, [, make]] = blobStores
  opened = await make()
  service = new TestService(database.db(), {}, { blobs: opened.blobs })
  const account = await service.account()
  key = account.key
  scene = new ArtifactScene(
    service,
    { accountId: account.accountId, checkId: await service.check(account.accountId) },
    opened,
  )
  const url = await stored(aFile('away'))
  if (opened.server) opened.server.failWith = 500
  expect(await download(url)).toMatchObject({
    status: 503,
    body: { attributes: { code: 'ARTIFACT_STORE_UNAVAILABLE' } },
  })
})
