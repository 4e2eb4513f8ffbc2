import { DOMParser } from '@xmldom/xmldom'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { minuteMs } from '#kernel'
import { claimDueMails } from '#publishing'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
let call: Send
let fetchPage: Send
let shop: string

const form = { 'content-type': 'application/x-www-form-urlencoded' }

async function made<T = { id: string }>(url: string, body: object): Promise<T> {
  const { status, body: answer, text } = await call('POST', url, body)
  if (status !== 200 && status !== 201) throw new Error(text)
  return answer as T
}

const newPage = (url: string, fields: object = {}) =>
  made<{ id: string; keys: { rawKey?: string }[] }>('/v1/status-pages', {
    name: `Page ${url}`,
    url,
    cards: [{ name: 'Store', services: [{ id: shop }] }],
    ...fields,
  })

const submit = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  service.as(null, { ...form, ...headers })('POST', path, new URLSearchParams(fields).toString())

let incidentId: string
const evil = `<b>"Tom" & 'Jerry'</b> ]]> ${'\u0001'} ${'\ufffe'} </description>`

beforeAll(async () => {
  service = new TestService(database.db())
  call = service.as((await service.account()).key)
  fetchPage = service.as(null)
  shop = (await made('/v1/status-pages/services', { name: 'Shop' })).id
  const incident = await made('/v1/status-pages/incidents', {
    name: `Canary ${evil}`,
    severity: 'MAJOR',
    services: [{ id: shop }],
    incidentUpdates: [
      { status: 'INVESTIGATING', description: `First ${evil}`, publicIncidentUpdateDate: '2026-03-01T10:00:00.000Z' },
      { status: 'MONITORING', description: 'Second', publicIncidentUpdateDate: '2026-03-01T11:00:00.000Z' },
    ],
  })
  incidentId = incident.id
  await made('/v1/maintenance-windows', {
    name: 'Move',
    startsAt: '2026-03-02T10:00:00.000Z',
    endsAt: '2026-03-02T11:00:00.000Z',
    description: 'We move.',
    statusPageVisibility: { enabled: true, serviceIds: [shop] },
  })
})

/** Strict: anything but well-formed XML fails. */
function parsed(text: string) {
  const refuse = (level: string, message: string): void => {
    throw new Error(`${level}: ${message}`)
  }
  return new DOMParser({ onError: refuse }).parseFromString(text, 'text/xml')
}

const textsOf = (node: ReturnType<typeof parsed>, name: string): string[] =>
  Array.from(node.getElementsByTagName(name), (element) => element.textContent ?? '')

describe('the feeds of a page', () => {
  test.each(['feed.rss', 'feed.atom', 'slack.rss'])('%s is well-formed and contains the events', async (name) => {
    await newPage(`feed-${name.replace('.', '-')}`, { name: evil.slice(0, 20), description: evil })
    const { status, text, headers } = await fetchPage('GET', `/status/feed-${name.replace('.', '-')}/${name}`)
    expect(status).toBe(200)
    const type = name.endsWith('atom') ? 'application/atom+xml' : 'application/rss+xml'
    expect(headers['content-type']).toBe(`${type}; charset=utf-8`)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    const feed = parsed(text)
    const entry = name.endsWith('atom') ? 'entry' : 'item'
    const titles = Array.from(
      feed.getElementsByTagName(entry),
      (item) => item.getElementsByTagName('title')[0]?.textContent,
    )
    expect(titles.some((title) => title?.includes('Move'))).toBe(true)
    expect(titles.filter((title) => title?.includes('Canary'))).toHaveLength(name === 'slack.rss' ? 2 : 1)
    const written = textsOf(feed, name.endsWith('atom') ? 'content' : 'description')
      .slice(name.endsWith('atom') ? 0 : 1)
      .join('\n')
    expect(written).toContain('First &lt;b&gt;&quot;Tom&quot; &amp;')
    expect(written).not.toContain('<b>"Tom"')
  })

  test.each(['feed.rss', 'slack.rss'])('%s has titles that read the same as text and as HTML', async (name) => {
    const url = `titles-${name.replace('.', '-')}`
    await newPage(url, { name: evil.slice(0, 20) })
    const titles = textsOf(parsed((await fetchPage('GET', `/status/${url}/${name}`)).text), 'title').join('')
    expect(titles).toContain('Canary')
    expect(titles).not.toMatch(/[<>]/)
  })

  it('name every item once, by addresses that stay and lead somewhere', async () => {
    await newPage('items')
    for (const name of ['feed.rss', 'slack.rss']) {
      const feed = parsed((await fetchPage('GET', `/status/items/${name}`)).text)
      const ids = textsOf(feed, 'guid')
      expect(new Set(ids).size).toBe(ids.length)
      for (const link of textsOf(feed, 'link').slice(1)) {
        expect(link.startsWith('https://belfry.example/status/items/')).toBe(true)
        expect({ link, status: (await fetchPage('GET', new URL(link).pathname)).status }).toEqual({ link, status: 200 })
      }
    }
    const { text } = await fetchPage('GET', '/status/items')
    expect(text).toContain('type="application/rss+xml" title="Page items (RSS)" href="/status/items/feed.rss"')
  })
})

describe('a private page', () => {
  let password: string
  const closedPaths = ['', '/', '.json', '/history', '/history/2026-03', '/subscribe']
  const feeds = ['/feed.rss', '/feed.atom', '/slack.rss']
  const unlock = async (given: string) => submit('/status/secret/unlock', { password: given })
  const cookieOf = (headers: Readonly<Record<string, unknown>>): string =>
    /^[^;]*/.exec(`${headers['set-cookie'] as string}`)?.[0] ?? ''

  beforeAll(async () => {
    const page = await newPage('secret', { isPrivate: true, name: 'Canary of a page' })
    password = page.keys[0]?.rawKey ?? ''
  })

  it('displays a form to unauthenticated visitors, without any content of the page', async () => {
    for (const path of [...closedPaths, `/incidents/${incidentId}`]) {
      const { status, text, headers } = await fetchPage('GET', `/status/secret${path}`)
      expect({ path, status, cacheControl: headers['cache-control'] }).toEqual({
        path,
        status: 403,
        cacheControl: 'no-store',
      })
      expect(text).not.toContain('Canary')
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
    const asData = await service.as(null, { accept: 'application/json' })('GET', '/status/secret')
    expect({ status: asData.status, contentType: asData.headers['content-type'] }).toEqual({
      status: 403,
      contentType: 'application/json; charset=utf-8',
    })
  })

  it('accepts no wrong password', async () => {
    const { status, headers, text } = await unlock('wrong')
    expect({ status, setCookie: headers['set-cookie'] }).toEqual({ status: 403, setCookie: undefined })
    expect(text).toContain('Incorrect password.')
  })

  it('opens to the right password with a cookie that scripts and other sites never see', async () => {
    const { status, headers } = await unlock(password)
    expect(password.length).toBeGreaterThan(10)
    expect({ status, location: headers['location'] }).toEqual({ status: 303, location: '/status/secret' })
    const cookie = String(headers['set-cookie'])
    for (const flag of ['HttpOnly', 'SameSite=Lax', 'Secure', 'Path=/status', 'Expires=Tue, 31 Mar 2026'])
      expect(cookie).toContain(flag)
    const reader = service.as(null, { cookie: cookieOf(headers) })
    for (const path of [...closedPaths, `/incidents/${incidentId}`]) {
      const answer = await reader('GET', `/status/secret${path}`)
      expect({ path, status: answer.status, cacheControl: answer.headers['cache-control'] }).toEqual({
        path,
        status: 200,
        cacheControl: 'no-store',
      })
    }
    expect((await reader('GET', '/status/secret')).text).toContain('<meta name="robots" content="noindex, nofollow" />')
    for (const feed of feeds) expect((await reader('GET', `/status/secret${feed}`)).status).toBe(404)
    await newPage('secret-too', { isPrivate: true })
    const elsewhere = cookieOf(headers).replace('status-page-secret=', 'status-page-secret-too=')
    expect((await service.as(null, { cookie: elsewhere })('GET', '/status/secret-too')).status).toBe(403)
  })

  it('leads its readers to the forms of other ways to subscribe where there is no mail server', async () => {
    const cookie = cookieOf((await unlock(password)).headers)
    const withoutMail = new TestService(database.db(), {}, { canMail: false }).as(null, { cookie })
    const address = '/status/secret/subscribe'
    expect((await withoutMail('GET', '/status/secret')).text).toContain(`<a class="button" href="${address}"`)
    const { status, text } = await withoutMail('GET', address)
    expect(status).toBe(200)
    expect(text).toContain('subscribe/webhook')
    expect(text).not.toContain('type="email"')
  })

  it('closes when the password is changed', async () => {
    const page = await newPage('rotated', { isPrivate: true })
    const first = await submit('/status/rotated/unlock', { password: page.keys[0]?.rawKey ?? '' })
    const reader = service.as(null, { cookie: cookieOf(first.headers) })
    expect((await reader('GET', '/status/rotated')).status).toBe(200)
    expect((await call('PUT', `/v1/status-pages/${page.id}`, { rotateKey: true })).status).toBe(200)
    expect((await reader('GET', '/status/rotated')).status).toBe(403)
  })

  it('rejects a form sent by a page of another site', async () => {
    const { status } = await submit('/status/secret/unlock', { password }, { 'sec-fetch-site': 'cross-site' })
    expect(status).toBe(403)
  })

  it('rejects repeated guesses', async () => {
    let status = 0
    for (let guess = 0; guess < 15 && status !== 429; guess += 1) ({ status } = await unlock(`guess ${guess}`))
    expect(status).toBe(429)
  })
})

describe('subscribing by mail', () => {
  const subscribers = async (): Promise<{ address: string; verifiedAt: Date | null }[]> =>
    service.db.rows('select address, verified_at from status_page_subscribers order by id')

  it('answers the same whether the address is new or not', async () => {
    await newPage('news')
    const first = await submit('/status/news/subscribe', { address: 'reader@example.com' })
    const second = await submit('/status/news/subscribe', { address: 'reader@example.com' })
    expect({ status: first.status, text: second.text }).toEqual({ status: 200, text: first.text })
    expect(await subscribers()).toEqual([{ address: 'reader@example.com', verifiedAt: null }])
  })

  it('reports what is wrong with an address, next to the input', async () => {
    const { status, text } = await submit('/status/news/subscribe', { address: '"><script>@' })
    expect(status).toBe(400)
    expect(text).toContain('This is not an email address.')
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;@"')
    expect((await service.as(null)('POST', '/status/news/subscribe', { address: 'a@example.com' })).status).toBe(400)
    expect((await submit('/status/news/subscribe', { address: 'x'.repeat(20_000) })).status).toBe(413)
    expect(
      (await submit('/status/news/subscribe', { address: 'b@example.com' }, { 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403)
    expect((await submit('/status/nobody/subscribe', { address: 'b@example.com' })).status).toBe(404)
    expect(await subscribers()).toHaveLength(1)
  })

  const pathOf = (address: string): string => new URL(address).pathname

  const pendingMail = async () => {
    const claim = { nowMs: service.clock.now(), limit: 1, leaseMs: minuteMs, publicUrl: 'https://belfry.example' }
    const [claimed] = await claimDueMails(service.store, claim)
    if (claimed === undefined) throw new Error('No mail is pending.')
    return claimed.mail
  }

  it('changes nothing when the link of a mail is followed, only when its button is pressed', async () => {
    const { button, unsubscribeUrl } = await pendingMail()
    const path = pathOf(button.url)
    const question = await fetchPage('GET', path)
    expect([question.status, question.text.includes('<form method="post">')]).toEqual([200, true])
    expect((await subscribers())[0]?.verifiedAt).toBeNull()
    expect((await submit(`/status/news/verify/${'cd'.repeat(24)}`, {})).status).toBe(404)
    const answered = await submit(path, {})
    expect([answered.status, answered.text.includes('You are subscribed')]).toEqual([200, true])
    expect((await subscribers())[0]?.verifiedAt).not.toBeNull()

    const goodbye = pathOf(unsubscribeUrl)
    expect((await fetchPage('GET', goodbye)).text).toContain('Unsubscribe')
    expect(await subscribers()).toHaveLength(1)
    // As a mail program does it (RFC 8058).
    const click = await submit(goodbye, { 'List-Unsubscribe': 'One-Click' }, { 'sec-fetch-site': 'cross-site' })
    expect([click.status, click.text.includes('You are unsubscribed')]).toEqual([200, true])
    expect(await subscribers()).toHaveLength(0)
    const again = await service.as(null, { 'content-type': 'multipart/form-data; boundary=x' })(
      'POST',
      goodbye,
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
    )
    expect({ status: again.status, text: again.text }).toEqual({ status: 200, text: click.text })
  })

  it('ends by the link of an old mail too, when the page has got another URL or is deleted', async () => {
    const { id } = await newPage('moving')
    const addresses = ['first@example.com', 'second@example.com']
    await call('POST', `/v1/status-pages/${id}/subscriptions/bulk`, {
      subscriptions: addresses.map((config) => ({ type: 'EMAIL', config })),
      autoVerify: true,
    })
    await made('/v1/status-pages/incidents', {
      name: 'Orders fail',
      severity: 'MAJOR',
      services: [{ id: shop }],
      incidentUpdates: [{ status: 'INVESTIGATING', description: 'Why?', notifySubscribers: true }],
    })
    const [first, second] = [await pendingMail(), await pendingMail()].map((mail) => pathOf(mail.unsubscribeUrl))
    await call('PUT', `/v1/status-pages/${id}`, { url: 'moved' })
    expect((await fetchPage('GET', first ?? '')).text).toContain('Unsubscribe')
    const answer = await submit(first ?? '', { 'List-Unsubscribe': 'One-Click' })
    expect([answer.status, answer.text.includes('href="/status/moved"')]).toEqual([200, true])
    expect(await subscribers()).toHaveLength(1)

    await call('DELETE', `/v1/status-pages/${id}`)
    expect({ fetchPage: await fetchPage('GET', second ?? ''), submit: await submit(second ?? '', {}) }).toMatchObject({
      fetchPage: { status: 200 },
      submit: { status: 200, text: expect.stringContaining('You are unsubscribed') },
    })
    expect((await submit(`/status/moving/verify/${'cd'.repeat(24)}`, {})).status).toBe(404)
  })

  it('is confirmed by the link of its mail after the page got another address, and another page its old one', async () => {
    const { id } = await newPage('leaving')
    await submit('/status/leaving/subscribe', { address: 'mover@example.com' })
    const path = pathOf((await pendingMail()).button.url)
    await call('PUT', `/v1/status-pages/${id}`, { url: 'arrived' })
    expect((await fetchPage('GET', path)).text).toContain('Confirm subscription')
    await newPage('leaving')
    const answer = await submit(path, {})
    expect([
      answer.status,
      answer.text.includes('You are subscribed'),
      answer.text.includes('href="/status/arrived"'),
    ]).toEqual([200, true, true])
    expect((await subscribers()).at(-1)?.verifiedAt).not.toBeNull()
  })
})

describe('a page with a domain of its own', () => {
  const at = (host: string, headers: Record<string, string> = {}) => service.as(null, { host, ...headers })

  beforeAll(async () => {
    await newPage('owned', { customDomain: 'Status.Acme.example', name: 'Owned' })
    await newPage('greedy')
    await service.db.rows(`update status_pages set custom_domain = 'belfry.example' where url = 'greedy'`)
    service.clock.advance(minuteMs)
    // The first request after a while asks which domains there are; those after it know.
    while ((await at('status.acme.example')('GET', '/')).status !== 200) await fetchPage('GET', '/status/owned')
  })

  it('is found at its root, with everything that belongs to it', async () => {
    const { text } = await at('status.acme.example:8443')('GET', '/?from=mail')
    expect(text).toContain('Owned')
    expect(text).toContain('<link rel="canonical" href="https://status.acme.example:8443/" />')
    expect(text).not.toContain('/status/owned')
    const paths = [...text.matchAll(/(?:href|action)="(\/[^"]*)"/g)].map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(8)
    for (const path of new Set(paths))
      expect({ path, status: (await at('status.acme.example')('GET', path)).status }).toEqual({ path, status: 200 })
    expect((await at('STATUS.acme.example.')('GET', '/status.json')).body).toMatchObject({ page: { name: 'Owned' } })
    for (const path of [
      '/api/v2/summary.json',
      '/api/v2/incidents/unresolved.json',
      '/history.atom',
      '/history.ics',
      '/og.png',
    ])
      expect({ path, status: (await at('status.acme.example')('GET', path)).status }).toEqual({ path, status: 200 })
    const feed = parsed((await at('status.acme.example')('GET', '/feed.rss')).text)
    expect(textsOf(feed, 'link')[0]).toBe('https://status.acme.example/')
  })

  it('leaves alone what is no part of it, and other hosts', async () => {
    expect((await at('status.acme.example')('GET', '/v1/checks')).status).toBe(401)
    expect((await at('status.acme.example')('GET', '/history/../v1')).status).toBe(404)
    expect((await at('other.example')('GET', '/')).headers['location']).toBe('/docs')
  })

  it('never takes the place of the service itself', async () => {
    expect((await at('belfry.example')('GET', '/')).headers['location']).toBe('/docs')
    expect((await at('Belfry.example.:443')('GET', '/')).headers['location']).toBe('/docs')
    expect((await at('belfry.example')('GET', '/status/greedy')).status).toBe(200)
  })
})

describe('a page in the memory of several servers', () => {
  const servers = () =>
    [1, 2].map(() => new TestService(database.db(), {}, { cacheMs: minuteMs }).as(null, { host: 'belfry.example' }))
  const statusesOf = async (visits: readonly Send[], path: string) =>
    (await Promise.all(visits.map((visit) => visit('GET', path)))).map(({ status }) => status)

  it('is gone from all of them as soon as it is private or deleted', async () => {
    const { id } = await newPage('departing')
    const visits = servers()
    for (const path of ['/status/departing', '/status/departing.json', '/status/departing/feed.rss'])
      expect(await statusesOf(visits, path)).toEqual([200, 200])
    expect((await call('PUT', `/v1/status-pages/${id}`, { isPrivate: true })).status).toBe(200)
    expect(await statusesOf(visits, '/status/departing')).toEqual([403, 403])
    expect(await statusesOf(visits, '/status/departing.json')).toEqual([403, 403])
    expect(await statusesOf(visits, '/status/departing/feed.rss')).toEqual([404, 404])
    expect((await call('PUT', `/v1/status-pages/${id}`, { isPrivate: false })).status).toBe(200)
    expect(await statusesOf(visits, '/status/departing')).toEqual([200, 200])
    expect((await call('DELETE', `/v1/status-pages/${id}`)).status).toBe(204)
    expect(await statusesOf(visits, '/status/departing')).toEqual([404, 404])
    await newPage('departing', { name: 'Another owner' })
    for (const visit of visits) expect((await visit('GET', '/status/departing')).text).toContain('Another owner')
  })
})
