import { beforeAll, describe, expect, it, test } from 'vitest'
import { hourMs, minuteMs } from '#kernel'
import type { Queryable } from '#storage/database'
import { usePublicPages } from '../../../tests/support/public-pages.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import { readerScript } from '../reader-script.ts'

const { scene, database, made, newService, newPage, newIncident, newWindow } = usePublicPages()
let call: ReturnType<typeof scene>['call']
let fetchPage: ReturnType<typeof scene>['fetchPage']
let service: ReturnType<typeof scene>['service']
let shop: string

beforeAll(async () => {
  ;({ call, fetchPage, service } = scene())
  shop = await newService('Shop')
})

describe('what the public sees of an account', () => {
  const canaries = async (): Promise<string[]> => {
    const ids: string[] = []
    for (const table of [
      'accounts',
      'status_pages',
      'status_page_cards',
      'status_page_services',
      'status_page_subscribers',
    ])
      ids.push(...(await idsOf(service.db, table)))
    return ids
  }
  const idsOf = async (db: Queryable, table: string): Promise<string[]> =>
    (await db.rows<{ id: string }>(`select id from ${table}`)).map(({ id }) => id)

  it('has no ids but those of permalinks, whatever the format', async () => {
    const orders = await newService('Orders')
    await newPage('guarded', [orders])
    await newIncident('Orders fail', orders, [[5, 'INVESTIGATING']])
    const secret = await canaries()
    expect(secret.length).toBeGreaterThan(3)
    for (const path of ['', '.json', '/history', '/feed.rss', '/feed.atom', '/slack.rss', '/subscribe']) {
      const { status, text } = await fetchPage('GET', `/status/guarded${path}`)
      expect({ path, status }).toEqual({ path, status: 200 })
      expect([path, secret.filter((id) => text.includes(id))]).toEqual([path, []])
    }
  })

  it('is never something of another account', async () => {
    const other = service.as((await service.account()).key)
    const theirs = await newService('Theirs', other)
    const incident = await made(
      '/v1/status-pages/incidents',
      {
        name: 'Their secret trouble',
        severity: 'MAJOR',
        services: [{ id: theirs }],
        incidentUpdates: [{ status: 'INVESTIGATING', description: 'Secret.' }],
      },
      other,
    )
    await newPage('ours', [shop])
    expect((await fetchPage('GET', `/status/ours/incidents/${incident.id}`)).status).toBe(404)
    for (const path of ['', '.json', '/feed.rss'])
      expect((await fetchPage('GET', `/status/ours${path}`)).text).not.toContain('Their secret trouble')
  })

  test.each([
    '/status/nobody',
    '/status/nobody.json',
    '/status/nobody/feed.rss',
    '/status/%00',
    '/status/a%2Fb',
    '/status/UPPER/history',
    '/status/x/y/z/a',
    '/pages/none.css',
    '/status/nobody/incidents/1',
  ])('is nothing at %s', async (path) => {
    const { status, headers, text } = await fetchPage('GET', path)
    expect(status).toBe(404)
    expect(headers['cache-control']).toBe('no-store')
    expect(text).toContain(path.endsWith('.json') ? '"statusCode":404' : '<h1>Page not found</h1>')
  })

  it('is rejected after too many requests, with a page', async () => {
    const hasty = new TestService(database.db())
    const many = hasty.as(null)
    hasty.clock.advance(hourMs)
    let last = await many('GET', '/status/nobody')
    for (let index = 0; index < 320 && last.status === 404; index += 1) last = await many('GET', '/status/nobody')
    expect([last.status, last.text.includes('Too many requests')]).toEqual([429, true])
    expect(last.headers['retry-after']).toBeDefined()
  })
})

describe('a crowd behind one address', () => {
  it('sees a public page however many they are, while requests for other pages are still counted', async () => {
    await newPage('crowded', [shop])
    const cached = new TestService(database.db(), {}, { cacheMs: minuteMs })
    cached.clock.advance(7_200_000)
    const visit = cached.as(null)
    // Nothing is cached when they come: the first one's page is the others'.
    const answers = await Promise.all(Array.from({ length: 400 }, () => visit('GET', '/status/crowded')))
    const first = await visit('GET', '/status/crowded')
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set([`200 ${first.text}`]))
    expect(answers[0]?.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
    expect((await visit('GET', '/status/crowded.json')).body).toMatchObject({ page: { url: 'crowded' } })
    let last = await visit('GET', '/status/nobody')
    for (let index = 0; index < 320 && last.status === 404; index += 1) last = await visit('GET', '/status/nobody')
    expect({ status: last.status, text: (await visit('GET', '/status/crowded')).text }).toEqual({
      status: 429,
      text: first.text,
    })
  })

  it('sees a page in the language of each reader, whatever the language of those before', async () => {
    const { id } = await newPage('spoken', [shop])
    await call('PUT', `/v1/status-page-displays/${id}`, { languages: ['de', 'en'] })
    const cached = new TestService(database.db(), {}, { cacheMs: minuteMs })
    const languageFor = async (accepted: string) =>
      (await cached.as(null, { 'accept-language': accepted })('GET', '/status/spoken')).headers['content-language']
    expect([await languageFor('fr'), await languageFor('en'), await languageFor('*')]).toEqual(['de', 'en', 'de'])
  })

  it('contains nothing of a private page, which is never cached', async () => {
    const { id } = await newPage('closed', [shop])
    const visit = new TestService(database.db(), {}, { cacheMs: minuteMs }).as(null, {
      cookie: 'status-page-closed=none',
    })
    expect((await call('PUT', `/v1/status-pages/${id}`, { isPrivate: true })).status).toBe(200)
    for (let turn = 0; turn < 2; turn += 1) expect((await visit('GET', '/status/closed')).status).toBe(403)
  })
})

/** A page without the one script that its policy names. */
const withoutReaderScript = (text: string): string => text.replace(`<script>${readerScript}</script>`, '')

describe('hostile text', () => {
  const evil = `</style></title><script>alert(1)</script>"'><img src=x onerror=alert(1)> &amp; ${'\u0007'} ]]>`

  it('is displayed as it is and does nothing', async () => {
    const orders = await newService(evil)
    const { id } = await newPage('hostile', [orders], {
      name: evil,
      description: evil,
      redirectTo: 'https://example.com/"><script>alert(1)</script>',
      logo: `https://pictures.example/a,b"onload="alert(1)`,
      logoDark: 'https://dark.example/x',
      favicon: 'https://icons.example/f.ico',
    })
    await newIncident(evil, orders, [[5, 'INVESTIGATING', `${evil} javascript:alert(1) https://example.com/a"b?c=<d>`]])
    await newWindow({ statusPageIds: [id], serviceIds: [orders] }, { name: evil, description: evil })
    for (const path of ['', '/history', '/subscribe']) {
      const { text, headers } = await fetchPage('GET', `/status/hostile${path}`)
      expect(withoutReaderScript(text).match(/<(script|img src=x)|onerror=alert\(1\)>|href="javascript/i)).toBeNull()
      expect(text.match(/<\/style>/g)).toHaveLength(1)
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain(
        `img-src 'self' data: https://icons.example https://pictures.example https://dark.example;`,
      )
      expect(policy).not.toContain('unsafe')
    }
  })

  it('in hosts of pictures add nothing to the policy', async () => {
    const [logo, logoDark] = ['https://a;form-action/x', 'https://b,c/x']
    await newPage('hostile-hosts', [], { name: 'Acme', logo, logoDark, favicon: 'https://*/x' })
    const policy = String((await fetchPage('GET', '/status/hostile-hosts')).headers['content-security-policy'])
    expect(policy).toContain("img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
  })

  it('in colours and addresses that came past the API change nothing', async () => {
    await newPage('painted', [shop])
    await service.db.rows(`update status_pages set settings = settings || $1 where url = 'painted'`, [
      JSON.stringify({
        logo: 'javascript:alert(1)',
        redirectTo: 'javascript:alert(1)',
        favicon: 'data:text/html,x',
        themeColors: {
          light: { bodyBackgroundColor: '#fff}</style><script>alert(1)</script>', headerFontColor: '#abc' },
          dark: {},
        },
      }),
    ])
    const { status, text } = await fetchPage('GET', '/status/painted')
    expect(status).toBe(200)
    expect(text).not.toContain('javascript:')
    expect(withoutReaderScript(text)).not.toContain('<script')
    expect(text).toContain('--header-font-color:#abc;')
  })
})
