import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from '#api'
import { TestClock } from '#kernel'
import { aTestApi, anAccount, testStore } from '../support/api.ts'
import type { TestAccount } from '../support/api.ts'
import { useDatabase } from '../support/database.ts'
import { undecodable } from './go-decoding.ts'
import { recordedClients } from './recorded-requests.ts'
import type { RecordedCall } from './recorded-requests.ts'

const database = useDatabase()
const clock = new TestClock('2026-03-01T12:00:00.000Z')
let app: ReturnType<typeof aTestApi>
let account: TestAccount
beforeAll(async () => {
  app = aTestApi({ db: database.db(), handlers, clock, serviceName: 'checkly' })
  account = await anAccount(testStore(database.db()), clock)
})
afterAll(() => app.close())

const valueAt = (body: unknown, path: string): unknown =>
  path.split('.').reduce((value: unknown, name) => Reflect.get(Object(value), name), body)

async function answerTo({ method, path, body }: RecordedCall, source: string | null, first: unknown) {
  const response = await app.inject({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, (_place, name: string) => String(valueAt(first, name))),
    headers: {
      authorization: `Bearer ${account.key}`,
      'x-checkly-account': account.accountId,
      ...(source !== null && { 'x-checkly-source': source }),
      'content-type': 'application/json',
    },
    payload: body === undefined ? '' : JSON.stringify(body),
  })
  const found: unknown = response.body === '' ? {} : response.json()
  return { status: response.statusCode, body: found }
}

describe('in drop-in mode each client gets what it expects', () => {
  it.each(Object.entries(recordedClients))('%s', async (_name, { source, calls }) => {
    let first: unknown
    for (const call of calls) {
      const answer = await answerTo(call, source, first)
      first ??= answer.body
      expect(answer).toMatchObject({ status: call.status, ...(call.finds && { body: call.finds }) })
      expect((call.lacks ?? []).filter((path) => valueAt(answer.body, path) !== undefined)).toEqual([])
      expect(call.reads ? undecodable(answer.body, call.reads) : []).toEqual([])
    }
  })
})
