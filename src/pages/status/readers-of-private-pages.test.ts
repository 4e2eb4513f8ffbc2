import { beforeAll, beforeEach, expect, it } from 'vitest'
import { hourMs, minuteMs } from '#kernel'
import { claimDueReaderMails } from '#publishing'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
let call: Send
let fetchPage: Send

beforeAll(async () => {
  service = new TestService(database.db())
  call = service.as((await service.account()).key)
  fetchPage = service.as(null)
})
// Forms and mails are limited by the hour.
beforeEach(() => service.clock.advance(hourMs))

const form = { 'content-type': 'application/x-www-form-urlencoded' }

async function made<T = { id: string }>(url: string, body: object): Promise<T> {
  const { status, body: answer, text } = await call('POST', url, body)
  if (status !== 201) throw new Error(text)
  return answer as T
}

const newPage = (url: string, fields: object) =>
  made<{ id: string; keys: { rawKey?: string }[] }>('/v1/status-pages', { name: url, url, cards: [], ...fields })

const submit = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  service.as(null, { ...form, ...headers })('POST', path, new URLSearchParams(fields).toString())

const mailsDue = async () => {
  const claim = { nowMs: service.clock.now(), limit: 10, leaseMs: minuteMs, publicUrl: 'https://belfry.example' }
  return (await claimDueReaderMails(service.store, claim)).map(({ mail }) => mail)
}
const ask = (url: string, address: string) => submit(`/status/${url}/sign-in`, { address })
const readersOf = async (id: string) =>
  (await call('GET', `/v1/status-pages/${id}/readers`)).body as {
    entries: { id: string; email: string; lastSeenAt: string | null }[]
  }
const pathTo = async (url: string, address: string): Promise<string> => {
  await ask(url, address)
  return new URL((await mailsDue()).find(({ to }) => to === address)?.button.url ?? '').pathname
}

async function newPrivatePage(url: string, emails: readonly string[]) {
  const { id } = await newPage(url, { isPrivate: true, name: `Canary ${url}` })
  await made(`/v1/status-pages/${id}/readers`, { emails, sendInvitations: false })
  return id
}
const readWith = (headers: Readonly<Record<string, unknown>>, path: string) => {
  const [cookie = ''] = [headers['set-cookie']].flat().map(String)
  return service.as(null, { cookie: cookie.replace(/;.*/s, '') })('GET', path)
}

it('readers sign in by a link that works once, in the browser that uses it, until they are removed', async () => {
  const id = await newPrivatePage('invited', ['ann@mail.example'])
  const path = await pathTo('invited', 'Ann@Mail.example')
  expect((await fetchPage('GET', path)).text).toContain('Yes, sign in')
  const signedIn = await submit(path, {})
  expect([signedIn.status, signedIn.headers['location']]).toEqual([303, '/status/invited'])
  const cookies = [signedIn.headers['set-cookie']].flat().map(String)
  expect(cookies.map((cookie) => /Path=([^;]*)/.exec(cookie)?.[1])).toEqual(['/status/invited', '/status/invited.json'])
  for (const flag of ['HttpOnly', 'SameSite=Lax', 'Secure', 'Expires=Tue, 31 Mar 2026'])
    for (const cookie of cookies) expect(cookie).toContain(flag)
  for (const at of ['/status/invited', '/status/invited.json']) {
    const { status, headers } = await readWith(signedIn.headers, at)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  }
  expect((await submit(path, {})).status).toBe(404)
  expect((await submit(path, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)

  const { entries } = await readersOf(id)
  expect(entries).toMatchObject([
    { email: 'ann@mail.example', lastSeenAt: new Date(service.clock.now()).toISOString() },
  ])
  const unused = await pathTo('invited', 'ann@mail.example')
  expect((await call('DELETE', `/v1/status-pages/${id}/readers/${entries[0]?.id}`)).status).toBe(204)
  expect((await readWith(signedIn.headers, '/status/invited')).status).toBe(403)
  await made(`/v1/status-pages/${id}/readers`, { emails: ['ann@mail.example'], sendInvitations: false })
  expect((await readWith(signedIn.headers, '/status/invited')).status).toBe(403)
  expect((await submit(unused, {})).status).toBe(404)
})

it('readers get the same answer as everybody else, who get no mail', async () => {
  await newPrivatePage('quiet', ['bea@mail.example'])
  const [reader, stranger] = [await ask('quiet', 'bea@mail.example'), await ask('quiet', 'cid@mail.example')]
  expect([reader.status, stranger.status, stranger.text]).toEqual([200, 200, reader.text])
  expect((await mailsDue()).map(({ to }) => to)).toEqual(['bea@mail.example'])
  expect(await service.db.rows(`select id from page_reader_mails where email = 'cid@mail.example'`)).toEqual([])
  const stored = JSON.stringify(await service.db.rows('select * from page_reader_mails'))
  expect(stored).not.toContain((await pathTo('quiet', 'bea@mail.example')).split('/').at(-1))
  for (let request = 0; request < 4; request += 1)
    expect((await ask('quiet', 'bea@mail.example')).text).toBe(reader.text)
  expect(await mailsDue()).toHaveLength(1)
  expect((await ask('quiet', 'no address')).status).toBe(400)
  expect((await ask('news-that-nobody-made', 'bea@mail.example')).status).toBe(404)
})

it('readers have sessions and links of one page alone, and links that expire', async () => {
  await newPrivatePage('first-of-two', ['dora@mail.example'])
  await newPrivatePage('second-of-two', ['dora@mail.example'])
  const path = await pathTo('first-of-two', 'dora@mail.example')
  expect((await submit(path.replace('first-of-two', 'second-of-two'), {})).status).toBe(404)
  const { headers } = await submit(path, {})
  const [cookie = ''] = [headers['set-cookie']].flat().map(String)
  const elsewhere = cookie.replace('status-page-first-of-two=', 'status-page-second-of-two=').replace(/;.*/s, '')
  expect((await service.as(null, { cookie: elsewhere })('GET', '/status/second-of-two')).status).toBe(403)
  const late = await pathTo('second-of-two', 'dora@mail.example')
  service.clock.advance(20 * minuteMs)
  expect((await submit(late, {})).status).toBe(404)
})

it('readers can be the only ones: a page without a password offers none, and takes the former one no more', async () => {
  const { id, keys } = await newPage('no-password', { isPrivate: true })
  const password = keys[0]?.rawKey ?? ''
  await made(`/v1/status-pages/${id}/readers`, { emails: ['eve@mail.example'] })
  expect(await mailsDue()).toMatchObject([
    { to: 'eve@mail.example', button: { url: 'https://belfry.example/status/no-password' } },
  ])
  const withBoth = (await fetchPage('GET', '/status/no-password')).text
  expect([withBoth.includes('type="password"'), withBoth.includes('type="email"')]).toEqual([true, true])
  const { headers } = await submit('/status/no-password/unlock', { password })
  expect((await call('DELETE', `/v1/status-pages/${id}/password`)).status).toBe(204)
  expect((await readWith(headers, '/status/no-password')).status).toBe(403)
  expect((await submit('/status/no-password/unlock', { password })).status).toBe(403)
  const { text } = await fetchPage('GET', '/status/no-password')
  expect([text.includes('type="password"'), text.includes('type="email"')]).toEqual([false, true])
  expect(await call('PUT', `/v1/status-pages/${id}`, { rotateKey: true })).toMatchObject({
    body: { keys: [{ rawKey: expect.any(String) }] },
  })
})

it('readers of another account, or too many, are refused as a whole', async () => {
  const id = await newPrivatePage('limited', ['fay@mail.example'])
  const url = `/v1/status-pages/${id}/readers`
  expect((await call('POST', url, { emails: ['gil@mail.example', 'no address'] })).status).toBe(400)
  expect(await made(url, { emails: ['FAY@mail.example', 'gil@mail.example', 'gil@mail.example'] })).toEqual({
    created: 1,
    skipped: 2,
  })
  const stranger = service.as((await service.account()).key)
  expect((await stranger('GET', url)).status).toBe(404)
  expect((await stranger('POST', url, { emails: ['hal@mail.example'] })).status).toBe(404)
  expect((await stranger('DELETE', `/v1/status-pages/${id}/password`)).status).toBe(404)
  const batch = (of: number) => Array.from({ length: 100 }, (_, place) => `r${of}-${place}@mail.example`)
  for (let of = 0; of < 9; of += 1) await made(url, { emails: batch(of), sendInvitations: false })
  expect(await call('POST', url, { emails: batch(9), sendInvitations: false })).toMatchObject({
    status: 409,
    body: { attributes: { code: 'PAGE_READERS_FULL' } },
  })
  expect((await readersOf(id)).entries).toHaveLength(902)
})

it('readers sign in on the domain of the page, by links to that host', async () => {
  const { id } = await newPage('owned-secret', { customDomain: 'secret.acme.example', isPrivate: true })
  await made(`/v1/status-pages/${id}/readers`, { emails: ['ida@mail.example'], sendInvitations: false })
  const owned = service.as(null, { ...form, host: 'secret.acme.example' })
  // The first request after a while asks which domains there are; those after it know.
  service.clock.advance(minuteMs)
  while ((await owned('GET', '/')).status !== 403) await fetchPage('GET', '/status/owned-secret')
  await owned('POST', '/sign-in', 'address=ida%40mail.example')
  const link = (await mailsDue()).find(({ to }) => to === 'ida@mail.example')?.button.url ?? ''
  expect(link).toMatch(/^https:[/][/]secret[.]acme[.]example[/]sign-in[/]/)
  const { status, headers } = await owned('POST', new URL(link).pathname, '')
  expect([status, headers['location'], String(headers['set-cookie']).includes('Path=/;')]).toEqual([303, '/', true])
})

it('mails are in the language in which somebody asked, invitations in the first one of the page', async () => {
  const id = await newPrivatePage('german', ['eva@mail.example'])
  await call('PUT', `/v1/status-page-displays/${id}`, { languages: ['de', 'en'] })
  await made(`/v1/status-pages/${id}/readers`, { emails: ['fay@mail.example'] })
  await submit('/status/german/sign-in', { address: 'eva@mail.example' }, { 'accept-language': 'en' })
  await submit('/status/german/sign-in', { address: 'fay@mail.example' }, { 'accept-language': 'de' })
  const mails = (await mailsDue())
    .filter(({ subject }) => subject.includes('german'))
    .map(({ to, subject, words }) => `${to}: ${subject} (${words?.language})`)
  expect(mails.toSorted()).toEqual([
    'eva@mail.example: Sign in to the status page Canary german (en)',
    'fay@mail.example: Bei der Statusseite Canary german anmelden (de)',
    'fay@mail.example: Sie können die Statusseite Canary german lesen (de)',
  ])
})
