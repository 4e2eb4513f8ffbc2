import { beforeAll, expect, it } from 'vitest'
import { randomId, timeOrderedId } from '#kernel'
import { insertArtifacts } from '#storage/runs'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const path = 'home.spec.ts-snapshots/front-linux.png'
const hashOf = (letter: string): string => letter.repeat(64)

/** Stored content of an account, and golden files made of some of it. */
async function store(accountId: string, letters: readonly string[]): Promise<void> {
  for (const letter of letters)
    await database.db().rows(
      `insert into artifact_contents (account_id, id, sha256, size_bytes, created_at, stored_at, pinned_until)
         values ($1, $2, $3, 100, now(), now(), now())`,
      [accountId, randomId(), hashOf(letter)],
    )
}

async function goldenFile(accountId: string, letter: string): Promise<string> {
  const id = timeOrderedId(service.clock.now())
  await database.db().rows(
    `insert into golden_files (account_id, id, content_id, sha256, size_bytes, created_at, kept_until)
     select account_id, $2, id, sha256, size_bytes, now(), now() + interval '7 days' from artifact_contents
     where account_id = $1 and sha256 = $3`,
    [accountId, id, hashOf(letter)],
  )
  return id
}

/** A browser check with a golden file, and a failed result that found something else. */
async function failedComparison(): Promise<{ send: Send; id: string; key: string; resultId: string }> {
  const { account, send } = await service.owner()
  const { accountId } = account
  await store(accountId, ['a', 'b', 'c'])
  const key = await goldenFile(accountId, 'a')
  const made = await send('POST', '/v1/checks/browser', {
    name: 'Front page',
    script: 'test("x", async () => {})',
    scriptPath: 'home.spec.ts',
    locations: ['eu-west-1'],
    snapshots: [{ key, path }],
  })
  const id = String(Object(made.body).id)
  const resultId = await service.result(accountId, id, { outcome: 'failed', checkType: 'BROWSER' })
  const files = { 'front-expected.png': 'a', 'front-actual.png': 'b', 'front-diff.png': 'c', 'cart-actual.png': 'b' }
  await insertArtifacts(
    database.db(),
    Object.entries(files).map(([name, letter]) => ({
      accountId,
      resultId,
      id: randomId(),
      checkId: id,
      name,
      kind: 'file' as const,
      contentType: 'image/png',
      sizeBytes: 100,
      sha256: hashOf(letter),
      isOfPassedRun: false,
      createdAt: new Date(service.clock.now()),
    })),
  )
  return { send, id, key, resultId }
}

it('the golden files of a check are shown with what differs in a result, and a new one gets a path', async () => {
  const { send, id, key, resultId } = await failedComparison()
  const { body } = await send('GET', `/v1/checks/${id}/golden-files?resultId=${resultId}`)
  expect(body).toMatchObject({
    files: [{ path, key, sizeBytes: 100 }],
    resultId,
    comparisons: expect.arrayContaining([
      {
        path,
        expected: expect.objectContaining({ name: 'front-expected.png' }),
        actual: expect.objectContaining({ name: 'front-actual.png', contentType: 'image/png' }),
        difference: expect.objectContaining({ name: 'front-diff.png' }),
      },
      expect.objectContaining({ path: 'home.spec.ts-snapshots/cart-linux.png', expected: null, difference: null }),
    ]),
  })
  expect((await send('GET', '/v1/golden-files')).body).toMatchObject([{ checkId: id, files: 1, bytes: 100 }])
})

it('an actual file becomes the golden one without another upload, and the change can be taken back', async () => {
  const { send, id, key, resultId } = await failedComparison()
  const url = `/v1/checks/${id}/golden-files`
  const accepted = await send('PUT', url, { path, resultId, name: 'front-actual.png' })
  expect(accepted).toMatchObject({ status: 200, body: { path, previousKey: key } })
  const { body: check } = await send('GET', `/v1/checks/${id}`)
  expect(Object(check).snapshots).toEqual([{ key: Object(accepted.body).key, path }])
  expect(Object(accepted.body).key).not.toBe(key)
  await send('PUT', url, { path, key })
  expect(Object((await send('GET', `/v1/checks/${id}`)).body).snapshots).toEqual([{ key, path }])
  expect((await send('PUT', url, { path, key: null })).body).toEqual({ path, key: null, previousKey: key })
  expect((await send('GET', '/v1/golden-files')).body).toEqual([])
})

it('a change that cannot be is refused, and nobody else sees or changes the files', async () => {
  const { send, id, resultId } = await failedComparison()
  const { send: stranger } = await service.owner()
  const url = `/v1/checks/${id}/golden-files`
  for (const [body, status] of [
    [{ path }, 400],
    [{ path, key: randomId() }, 400],
    [{ path: '../x.png', resultId, name: 'front-actual.png' }, 400],
    [{ path, resultId: randomId(), name: 'front-actual.png' }, 404],
    [{ path, resultId, name: 'other.png' }, 404],
  ] as const)
    expect([body, (await send('PUT', url, body)).status]).toEqual([body, status])
  expect((await stranger('GET', url)).status).toBe(404)
  expect((await stranger('PUT', url, { path, key: null })).status).toBe(404)
})
