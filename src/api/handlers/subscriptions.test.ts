import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { randomId } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
let send: Send
let url: string
beforeAll(() => {
  service = new TestService(database.db())
})
beforeEach(async () => {
  send = service.as((await service.account()).key)
  url = await newPage()
})

const newPage = async (): Promise<string> => {
  const { body } = await send('POST', '/v1/status-pages', { name: 'Acme', url: `acme-${randomId()}`, cards: [] })
  return `/v1/status-pages/${(body as { id: string }).id}/subscriptions`
}
const add = (addresses: readonly string[], more: object = {}, to = url) =>
  send('POST', `${to}/bulk`, { subscriptions: addresses.map((config) => ({ type: 'EMAIL', config })), ...more })
const list = async (of = url) => (await send('GET', of)).body as { id: string; address: string; status: string }[]
const unknownPage = () => `/v1/status-pages/${randomId()}/subscriptions`
const codeOf = async (answer: ReturnType<Send>) =>
  ((await answer).body as { attributes: { code: string } }).attributes.code

describe('subscriptions of a status page', () => {
  it('are added once for each address, in any case of letters, and listed oldest first', async () => {
    expect(await add(['a@mail.example', 'A@mail.example', 'b@mail.example'])).toMatchObject({
      status: 201,
      body: { created: 2, skipped: 1, status: 'PENDING' },
    })
    expect((await add(['B@MAIL.example', 'c@mail.example'], { autoVerify: true })).body).toEqual({
      created: 1,
      skipped: 1,
      status: 'VERIFIED',
    })
    expect(await list()).toMatchObject([
      { type: 'EMAIL', address: 'a@mail.example', status: 'PENDING' },
      { type: 'EMAIL', address: 'b@mail.example', status: 'PENDING' },
      { type: 'EMAIL', address: 'c@mail.example', status: 'VERIFIED' },
    ])
    const other = await newPage()
    expect((await add(['a@mail.example'], {}, other)).body).toMatchObject({ created: 1 })
  })

  it('take a hundred addresses at a time', async () => {
    const addresses = Array.from({ length: 101 }, (_, index) => `reader${index}@many.example`)
    expect((await add(addresses.slice(1))).body).toEqual({ created: 100, skipped: 0, status: 'PENDING' })
    expect(await codeOf(add(addresses))).toBe('BODY_INVALID')
    expect(await codeOf(add([]))).toBe('BODY_INVALID')
  })

  it.each(['', 'nobody', 'a@b', 'Name <a@b.example>', 'a@b.example, c@d.example', 'a@b.example\r\nBcc: c@d.example'])(
    'reject %j as an address',
    async (address) => {
      expect(await codeOf(add(['good@mail.example', address]))).toBe('BODY_INVALID')
      expect(await list()).toEqual([])
    },
  )

  it('end one by one, and with their page', async () => {
    await add(['a@mail.example', 'b@mail.example'])
    const [first] = await list()
    const one = `${url}/${String(first?.id)}`
    const elsewhere = `${await newPage()}/${String(first?.id)}`
    expect(await codeOf(send('DELETE', elsewhere))).toBe('SUBSCRIPTION_NOT_FOUND')
    expect((await send('DELETE', one)).status).toBe(204)
    expect(await codeOf(send('DELETE', one))).toBe('SUBSCRIPTION_NOT_FOUND')
    expect(await list()).toMatchObject([{ address: 'b@mail.example' }])
    expect((await send('DELETE', url.replace('/subscriptions', ''))).status).toBe(204)
    expect(await codeOf(send('GET', url))).toBe('STATUS_PAGE_NOT_FOUND')
  })

  it('are those of the own account alone', async () => {
    await add(['a@mail.example'])
    const [first] = await list()
    const otherAccount = service.as((await service.account()).key)
    const subscriptions = [{ type: 'EMAIL', config: 'x@mail.example' }]
    expect(await codeOf(otherAccount('GET', url))).toBe('STATUS_PAGE_NOT_FOUND')
    expect(await codeOf(otherAccount('POST', `${url}/bulk`, { subscriptions }))).toBe('STATUS_PAGE_NOT_FOUND')
    expect(await codeOf(otherAccount('DELETE', `${url}/${String(first?.id)}`))).toBe('STATUS_PAGE_NOT_FOUND')
    expect(await list()).toHaveLength(1)
    expect(await codeOf(add(['a@mail.example'], {}, unknownPage()))).toBe('STATUS_PAGE_NOT_FOUND')
  })
})
