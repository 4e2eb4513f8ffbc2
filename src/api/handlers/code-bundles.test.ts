import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sweepContents } from '#artifacts'
import { createClient } from '#client'
import { dayMs, hourMs, TestClock } from '#kernel'
import { deleteUnusedUploads } from '#management'
import { anArchive, aProject } from '../../../tests/support/an-archive.ts'
import { anAccount, aTestApi, testStore } from '../../../tests/support/api.ts'
import type { TestAccount } from '../../../tests/support/api.ts'
import { objectsOf } from '../../../tests/support/artifact-scene.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { testArtifacts } from '../../../tests/support/test-artifacts.ts'
import { handlers } from './index.ts'

const database = useDatabase()
const clock = new TestClock()
let files: ReturnType<typeof testArtifacts>
let app: ReturnType<typeof aTestApi>
let baseUrl: string
let owner: TestAccount

beforeAll(async () => {
  const store = testStore(database.db())
  files = testArtifacts(store, clock)
  app = aTestApi({ db: database.db(), handlers, clock, artifacts: files.tools })
  baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  owner = await anAccount(store, clock)
})
afterAll(async () => {
  await app.close()
  files.remove()
})

const clientOf = ({ key }: TestAccount) => createClient({ baseUrl, apiKey: key })
async function* chunksOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100)
}
const send = (bytes: Buffer, account = owner) => clientOf(account).call('createCodeBundle', { body: chunksOf(bytes) })
async function upload(mark: string, account = owner): Promise<string> {
  const answer = await send(aProject(mark), account)
  return ('existing' in answer ? answer.existing : answer).id
}
const suiteOf = (codeBundlePath: string) => ({ name: 'End to end', activated: true, codeBundlePath })
const sweep = async (): Promise<void> => {
  while ((await deleteUnusedUploads(files.tools.store, 'codeBundles', clock.now())) > 0);
  while ((await sweepContents(files.tools, null)) > 0);
}

describe('a code bundle', () => {
  test('is uploaded in chunks of unknown length, and read back', async () => {
    const made = await send(aProject('first'))
    expect(made).toMatchObject({ fileCount: 2, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const id = 'existing' in made ? '' : made.id
    expect(await clientOf(owner).call('getCodeBundle', { params: { id } })).toEqual(made)
    expect((await clientOf(owner).call('listCodeBundles')).items).toContainEqual(made)
  })

  test('of the same content is the one that was there, however often it is sent at once', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => upload('same')))
    expect(new Set(ids).size).toBe(1)
    expect(await send(aProject('same'))).toMatchObject({ existing: { id: ids[0] } })
  })

  test('is answered 503 STORAGE_FULL while the disk is full, where it is stored and where it arrives', async () => {
    const full = { status: 503, code: 'STORAGE_FULL' }
    const noSpace = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
    const put = vi.spyOn(files.tools.blobs, 'put').mockImplementation(noSpace)
    await expect(send(aProject('no room'))).rejects.toMatchObject(full)
    put.mockRestore()
  })

  test('of another account is unknown, and its content is not shared', async () => {
    const other = await anAccount(testStore(database.db()), clock)
    const id = await upload('mine')
    const theirs = clientOf(other)
    await expect(theirs.call('getCodeBundle', { params: { id } })).rejects.toMatchObject({ status: 404 })
    await expect(theirs.call('deleteCodeBundle', { params: { id } })).rejects.toMatchObject({ status: 404 })
    await expect(theirs.call('createPlaywrightCheck', { body: suiteOf(id) })).rejects.toMatchObject({
      status: 400,
      code: 'CODE_BUNDLE_UNKNOWN',
    })
    expect(await upload('mine', other)).not.toBe(id)
  })

  test('that a check refers to cannot be deleted, whatever the case of its id', async () => {
    const id = await upload('used')
    const check = await clientOf(owner).call('createPlaywrightCheck', { body: suiteOf(id.toUpperCase()) })
    const remove = () => clientOf(owner).call('deleteCodeBundle', { params: { id } })
    await expect(remove()).rejects.toMatchObject({ status: 409, code: 'CODE_BUNDLE_IN_USE' })
    await clientOf(owner).call('deleteCheck', { params: { id: check.id } })
    expect(await remove()).toBeUndefined()
    await expect(remove()).rejects.toMatchObject({ status: 404 })
  })

  test('is deleted with its content a week after no check referred to it any more', async () => {
    await sweep()
    const [used, unused] = [await upload('kept'), await upload('forgotten')]
    const check = await clientOf(owner).call('createPlaywrightCheck', { body: suiteOf(used) })
    const before = (await objectsOf(files.tools.blobs)).length
    clock.advance(7 * dayMs + hourMs)
    await sweep()
    const get = (id: string) => clientOf(owner).call('getCodeBundle', { params: { id } })
    await expect(get(unused)).rejects.toMatchObject({ status: 404 })
    expect(await get(used)).toMatchObject({ id: used })
    clock.advance(2 * hourMs)
    await sweep()
    expect((await objectsOf(files.tools.blobs)).length).toBeLessThan(before)

    await clientOf(owner).call('deleteCheck', { params: { id: check.id } })
    await sweep()
    expect(await get(used)).toMatchObject({ id: used })
    clock.advance(8 * dayMs)
    await sweep()
    clock.advance(2 * hourMs)
    await sweep()
    await expect(get(used)).rejects.toMatchObject({ status: 404 })
    expect(await objectsOf(files.tools.blobs)).toEqual([])
  })
})

describe('clients of the hosted product', () => {
  const post = (path: string, headers: Record<string, string>, body: string | Buffer) =>
    fetch(`${baseUrl}/next/checkly-storage/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.key}`, ...headers },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    })
  const send = (archive: Buffer, headers: Record<string, string> = {}) =>
    post('upload-code-bundle', { 'content-type': 'application/octet-stream', ...headers }, archive)
  const peek = (key: string) =>
    post('peek-code-bundle', { 'content-type': 'application/json' }, JSON.stringify({ key }))
  const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

  test('upload the same bundles, and ask for their size and hash', async () => {
    const archive = aProject('from Terraform')
    const answer = await send(archive, { 'x-bundle-checksum-sha256': sha256Of(archive).toUpperCase() })
    expect(answer.status).toBe(200)
    const { key } = Object(await answer.json())
    expect(await upload('from Terraform')).toBe(key)
    expect(await (await peek(key)).json()).toEqual({
      key,
      contentLength: archive.length,
      checksumSha256: sha256Of(archive),
      lastModified: new Date(clock.now()).toISOString(),
    })
    const suite = { ...suiteOf(key), browsers: ['chromium'] }
    expect(await clientOf(owner).call('createPlaywrightCheck', { body: suite })).toMatchObject({ codeBundlePath: key })
  })

  test('upload an archive without files before they know whether there is anything to run', async () => {
    expect(await (await send(anArchive([]))).json()).toEqual({ key: expect.any(String) })
    await expect(clientOf(owner).call('createCodeBundle', { body: chunksOf(anArchive([])) })).rejects.toMatchObject({
      code: 'CODE_BUNDLE_INVALID',
      message: expect.stringContaining('no files'),
    })
  })

  test('are told when other bytes arrived than they sent, and nothing is kept', async () => {
    const before = await objectsOf(files.tools.blobs)
    const answer = await send(aProject('changed on the way'), { 'x-bundle-checksum-sha256': 'a'.repeat(64) })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ message: expect.stringContaining('x-bundle-checksum-sha256') }),
    ])
    expect(await objectsOf(files.tools.blobs)).toEqual(before)
  })

  test.each(['bundles/of-the-hosted-product.tar.gz', '0198c6a0-0000-7000-8000-000000000000'])(
    'get 404 for the key %s, which nothing here has',
    async (key) => {
      expect((await peek(key)).status).toBe(404)
    },
  )
})

describe('an upload is rejected', () => {
  const post = (body: string | Buffer, headers: Record<string, string>) =>
    fetch(`${baseUrl}/v1/code-bundles`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.key}`, ...headers },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    })
  const gzip = { 'content-type': 'application/gzip' }
  const codeOf = async (answer: Response): Promise<unknown> => Object(await answer.json()).attributes?.code

  test('that has another type, or is encoded once more', async () => {
    const json = await post('{}', { 'content-type': 'application/json' })
    expect([json.status, await codeOf(json)]).toEqual([415, 'CONTENT_TYPE_UNSUPPORTED'])
    const encoded = await post(aProject('x'), { ...gzip, 'content-encoding': 'gzip' })
    expect([encoded.status, await codeOf(encoded)]).toEqual([400, 'BODY_ENCODING_INVALID'])
  })

  test('whose archive is hostile or broken, with the reason, and nothing of it is kept', async () => {
    const before = await objectsOf(files.tools.blobs)
    const hostile = await post(anArchive([{ path: '../outside', content: 'x' }]), gzip)
    expect([hostile.status, await hostile.text()]).toEqual([400, expect.stringContaining('../outside')])
    expect((await post('no archive', gzip)).status).toBe(400)
    expect((await post('', gzip)).status).toBe(400)
    expect(await objectsOf(files.tools.blobs)).toEqual(before)
  })

  test('that says it is larger than the limit, before it is sent', async () => {
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
    const head = [
      'POST /v1/code-bundles HTTP/1.1',
      'host: x',
      `authorization: Bearer ${owner.key}`,
      'content-type: application/gzip',
      `content-length: ${150 * 1024 ** 2 + 1}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    socket.destroy()
    expect(String(answer)).toContain(' 413 ')
  })

  test('by operations that take JSON', async () => {
    const answer = await fetch(`${baseUrl}/v1/variables`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.key}`, ...gzip },
      body: new Uint8Array(aProject('x')),
    })
    expect(answer.status).toBe(415)
  })
})

test('an upload that is cut off leaves nothing behind, and the next one works', async () => {
  const before = await objectsOf(files.tools.blobs)
  const controller = new AbortController()
  async function* endless() {
    yield aProject('cut').subarray(0, 50)
    controller.abort()
    await new Promise(() => {})
  }
  const cut = clientOf(owner).call('createCodeBundle', { body: endless() }, { signal: controller.signal })
  await expect(cut).rejects.toMatchObject({ name: 'AbortError' })
  expect(await objectsOf(files.tools.blobs)).toEqual(before)
  expect(await upload('after the cut')).not.toBe('')
})

test('an upload beyond the quota of the account is answered 409', async () => {
  const full = testArtifacts(testStore(database.db()), clock, { quotaBytes: 10 })
  const api = aTestApi({ db: database.db(), handlers, clock, artifacts: full.tools })
  const answer = await api.inject({
    method: 'POST',
    url: '/v1/code-bundles',
    headers: { authorization: `Bearer ${owner.key}`, 'content-type': 'application/gzip' },
    payload: aProject('too much'),
  })
  expect([answer.statusCode, answer.json().attributes.code]).toEqual([409, 'CODE_BUNDLE_NOT_STORED'])
  await api.close()
  full.remove()
})
