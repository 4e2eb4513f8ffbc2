import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { handlers } from '#api'
import { TestClock } from '#kernel'
import { anAccount, aTestApi, testStore } from '../../tests/support/api.ts'
import type { TestAccount } from '../../tests/support/api.ts'
import { aProject } from '../../tests/support/an-archive.ts'
import { testArtifacts } from '../../tests/support/test-artifacts.ts'
import { useDatabase } from '../../tests/support/database.ts'
import { ApiError } from './api-error.ts'
import { createClient } from './create-client.ts'

const database = useDatabase()
const clock = new TestClock()
let app: ReturnType<typeof aTestApi>
let account: TestAccount
let baseUrl: string

beforeAll(async () => {
  app = aTestApi({ db: database.db(), handlers, clock })
  baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  account = await anAccount(testStore(database.db()), clock)
})
afterAll(() => app.close())

const client = () => createClient({ baseUrl, apiKey: account.key, accountId: account.accountId })

it('calls operations by name and gives their answers with their types', async () => {
  const made = await client().call('createUrlCheck', {
    body: { name: 'Home', activated: true, tags: ['a', 'b'], request: { url: 'https://home.example/' } },
  })
  const id: string = made.id
  expect((await client().call('getCheck', { params: { id } })).name).toBe('Home')
  expect(await client().call('deleteCheck', { params: { id } })).toBeUndefined()
})

it('gives pages with their totals, and sends lists', async () => {
  const body = { name: 'Listed', activated: true, tags: ['x', 'y'], request: { url: 'https://listed.example/' } }
  await client().call('createUrlCheck', { body })
  const page = await client().call('listChecks', { query: { tag: ['x', 'y'], limit: 1 } })
  expect({ total: page.total, offset: page.offset, name: page.items[0]?.name }).toEqual({
    total: 1,
    offset: 0,
    name: 'Listed',
  })
  expect(await client().call('listVariables')).toEqual({ items: [], offset: 0, total: 0 })
})

it('says whether what an upload made was there already', async () => {
  const files = testArtifacts(testStore(database.db()), clock)
  const api = aTestApi({ db: database.db(), handlers, clock, artifacts: files.tools })
  const other = createClient({ baseUrl: await api.listen({ port: 0, host: '127.0.0.1' }), apiKey: account.key })
  const send = () => other.call('createCodeBundle', { body: Readable.from([aProject('twice')]) })
  const made = await send()
  expect(await send()).toEqual({ existing: made })
  await api.close()
  files.remove()
})

it('encodes path parameters', async () => {
  const variable = { key: 'a/b?c#ä', value: '1' }
  await client().call('createVariable', { body: variable })
  expect((await client().call('getVariable', { params: { key: variable.key } })).value).toBe('1')
})

it('rejects with an ApiError that has the code and attributes of an error response', async () => {
  const rejected = await client()
    .call('updateVariable', { params: { key: 'a' }, body: { value: '' } })
    .catch((error: unknown) => error)
  expect(rejected).toBeInstanceOf(ApiError)
  expect(rejected).toMatchObject({
    status: 400,
    code: 'BODY_INVALID',
    message: expect.stringContaining('value must not be empty'),
    attributes: { value: 'must not be empty' },
  })
})

it('rejects what something else answered, too', async () => {
  const other = createClient({
    baseUrl,
    apiKey: 'x',
    fetch: async () => new Response('<html>', { status: 502 }),
  })
  await expect(other.call('listVariables')).rejects.toMatchObject({ status: 502, code: undefined, attributes: {} })
})

it('stops when its signal does', async () => {
  const aborted = client().call('listVariables', {}, { signal: AbortSignal.abort() })
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
})

/** Compiles only while inputs are typed by the table; never called. */
export const typedCalls = (): readonly Promise<unknown>[] => [
  // @ts-expect-error -- the path needs an id.
  client().call('getCheck'),
  // @ts-expect-error -- no such operation.
  client().call('getNothing'),
  // @ts-expect-error -- a port is a number.
  client().call('createTcpCheck', { body: { name: 'a', request: { hostname: 'a', port: '1' } } }),
  // A body that may be omitted.
  client().call('triggerCheckSessionsV2'),
]
