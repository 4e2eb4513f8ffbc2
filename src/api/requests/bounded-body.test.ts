import { gzipSync } from 'node:zlib'
import Type from 'typebox'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operation, Strict } from '#contract'
import { TestClock } from '#kernel'
import { anAccount, aTestApi, testStore } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'

const seen = { status: 200, schema: Type.Object({ seen: Type.String() }) } as const
const rows = {
  deployThings: operation({
    method: 'POST',
    path: '/v1/things/deploy',
    tag: 'Things',
    summary: 'Deploy things',
    access: 'write',
    body: Strict({ names: Type.Array(Type.String()) }),
    bodySize: 'project',
    success: seen,
    faults: [],
  }),
  stopThings: operation({
    method: 'POST',
    path: '/v1/things/stop',
    tag: 'Things',
    summary: 'Stop things',
    access: 'run',
    query: Type.Object({ tag: Type.Optional(Type.Array(Type.String())) }),
    success: seen,
    faults: [],
  }),
} as const

const handlers = {
  deployThings: async ({ body }: { body: { names: string[] } }) => ({ seen: `${body.names.length} names` }),
  stopThings: async ({ query }: { query: object }) => ({ seen: JSON.stringify(query) }),
}

const database = useDatabase()
let app: ReturnType<typeof aTestApi>
let address = ''
let key = ''

beforeAll(async () => {
  const clock = new TestClock()
  app = aTestApi({ db: database.db(), operations: rows, handlers, clock })
  key = (await anAccount(testStore(database.db()), clock)).key
  address = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

/** Sends the body in chunks, so that its length is unknown. */
async function deploy(json: string): Promise<[number, string]> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const body = new Blob([gzipSync(json)]).stream()
  const answer = await fetch(`${address}/v1/things/deploy`, { method: 'POST', headers, body, duplex: 'half' })
  return [answer.status, await answer.text()]
}

it('a project is taken as the command line tool sends it: compressed, in chunks of unknown length', async () => {
  const names = Array.from({ length: 200_000 }, (_, index) => `thing ${index}`)
  expect(await deploy(JSON.stringify({ names }))).toEqual([200, '{"seen":"200000 names"}'])
})

it('a project may have neither too many bytes, decompressed, nor too many values', async () => {
  expect(await deploy(`{"names":["${'x'.repeat(33 * 1024 * 1024)}"]}`)).toEqual([413, expect.any(String)])
  const many = await deploy(`{"names":[${'[],'.repeat(500_000)}0]}`)
  expect(many).toEqual([400, expect.stringContaining('more than 500000 values')])
})

it('a POST without a body may say that it is a form, with lists in brackets in its query', async () => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await fetch(`${address}/v1/things/stop?tag[]=a&tag[]=b`, { method: 'POST', headers })
  expect(await answer.json()).toEqual({ seen: '{"tag":["a","b"]}' })
})
