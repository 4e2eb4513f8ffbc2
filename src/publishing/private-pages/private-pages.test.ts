import { beforeAll, beforeEach, expect, it } from 'vitest'
import { dayMs, minuteMs, randomId } from '#kernel'
import { mayRead, unlockStatusPage } from './index.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
let send: Send
let accountId: string
beforeAll(() => {
  service = new TestService(database.db())
})
beforeEach(async () => {
  const account = await service.account()
  accountId = account.accountId
  send = service.as(account.key)
})

const pages = '/v1/status-pages'
const create = (changes: object = {}) =>
  send('POST', pages, { name: 'Acme', url: `acme-${randomId()}`, cards: [], ...changes })
const bodyOf = ({ body }: TestAnswer) => body as { id: string; keys: { rawKey?: string; maskedKey: string }[] }
const passwordOf = (answer: TestAnswer): string => bodyOf(answer).keys[0]?.rawKey ?? ''
const unlock = (statusPageId: string, password: string, clientAddress = randomId()) =>
  unlockStatusPage(service.store, { statusPageId, password }, { nowMs: service.clock.now(), clientAddress })
const reads = (id: string, token: string | null, isPrivate = true) =>
  mayRead(service.store, { id, accountId, isPrivate }, token, service.clock.now())

it('the password of a private page is returned once, and grants access for thirty days', async () => {
  const created = await create({ isPrivate: true })
  const { id, keys } = bodyOf(created)
  expect(created).toMatchObject({ status: 201, body: { isPrivate: true } })
  expect(keys).toEqual([
    expect.objectContaining({
      rawKey: expect.stringMatching(/^[\w-]{20}$/),
      maskedKey: expect.stringMatching(/^\*{8}.{4}$/),
    }),
  ])
  const password = passwordOf(created)
  for (const later of [await send('GET', `${pages}/${id}`), await send('GET', pages)])
    expect(later.text).not.toContain(password)
  expect(JSON.stringify(await service.db.rows('select * from status_page_keys'))).not.toContain(password)

  expect(await unlock(id, 'a guess')).toBeNull()
  const session = await unlock(id, ` ${password}\n`)
  expect(session?.expiresAt.getTime()).toBe(service.clock.now() + 30 * dayMs)
  const token = session?.cookieToken ?? ''
  expect([await reads(id, token), await reads(id, null), await reads(id, `${token}x`)]).toEqual([true, false, false])
  expect(await reads(bodyOf(await create({ isPrivate: true })).id, token)).toBe(false)
  service.clock.advance(30 * dayMs)
  expect(await reads(id, token)).toBe(false)
  expect(await reads(id, token.replace(/^\d+/, String(service.clock.now() + dayMs)))).toBe(false)
})

it('a new password ends all sessions; turning privacy off deletes it', async () => {
  const created = await create({ isPrivate: true })
  const { id } = bodyOf(created)
  const url = `${pages}/${id}`
  const token = (await unlock(id, passwordOf(created)))?.cookieToken ?? ''
  expect(bodyOf(await send('PUT', url, { name: 'Renamed', isPrivate: true })).keys[0]?.rawKey).toBeUndefined()
  expect(await reads(id, token)).toBe(true)
  const rotated = await send('PUT', url, { rotateKey: true })
  expect(passwordOf(rotated)).not.toBe(passwordOf(created))
  expect({ reads: await reads(id, token), unlock: await unlock(id, passwordOf(created)) }).toEqual({
    reads: false,
    unlock: null,
  })
  expect(await unlock(id, passwordOf(rotated))).not.toBeNull()
  expect(await send('PUT', url, { isPrivate: false })).toMatchObject({ body: { isPrivate: false, keys: [] } })
  expect({ reads: await reads(id, null, false), unlock: await unlock(id, passwordOf(rotated)) }).toEqual({
    reads: true,
    unlock: null,
  })
  const again = await send('PUT', url, { isPrivate: true })
  expect(passwordOf(again)).toMatch(/^[\w-]{20}$/)
})

it('a page that is public has no password to rotate, and other accounts cannot make one private', async () => {
  const { id } = bodyOf(await create())
  expect(await send('PUT', `${pages}/${id}`, { rotateKey: true })).toMatchObject({
    body: { isPrivate: false, keys: [] },
  })
  const otherAccount = service.as((await service.account()).key)
  expect((await otherAccount('PUT', `${pages}/${id}`, { isPrivate: true })).status).toBe(404)
})

it('guessing stops after ten attempts from one address, also for the right password, and continues later', async () => {
  const created = await create({ isPrivate: true })
  const { id } = bodyOf(created)
  for (let guess = 0; guess < 10; guess += 1) expect(await unlock(id, `guess ${guess}`, 'guesser')).toBeNull()
  await expect(unlock(id, passwordOf(created), 'guesser')).rejects.toMatchObject({ code: 'RATE_LIMITED', status: 429 })
  expect(await unlock(id, passwordOf(created), 'somebody else')).not.toBeNull()
  service.clock.advance(15 * minuteMs)
  expect(await unlock(id, passwordOf(created), 'guesser')).not.toBeNull()
})
