import { beforeAll, describe, expect, it, test } from 'vitest'
import { minuteMs } from '#kernel'
import { builtInLanguages, translate } from '#page-texts'
import type { PageLanguages } from '#page-texts'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'
import { statuspageData } from './statuspage/statuspage-data.ts'

const database = useDatabase()
let service: TestService
let key: string
let call: Send
let visit: Send

const minutesAgo = (minutes: number): string => new Date(service.clock.now() - minutes * minuteMs).toISOString()

async function made(url: string, body: object): Promise<{ id: string }> {
  const { status, body: answer, text } = await call('POST', url, body)
  if (status !== 200 && status !== 201) throw new Error(text)
  return answer as { id: string }
}

const newServices = async (...names: string[]) =>
  Promise.all(names.map(async (name) => ({ id: (await made('/v1/status-pages/services', { name })).id })))

const newPage = (url: string, services: readonly object[], fields: object = {}) =>
  made('/v1/status-pages', { name: 'Acme', url, cards: [{ name: 'Store', services }], ...fields })

const newIncident = (name: string, severity: string, services: readonly object[], minutes = 30) =>
  made('/v1/status-pages/incidents', {
    name,
    severity,
    services,
    incidentUpdates: [
      { status: 'INVESTIGATING', description: 'We look into it.', publicIncidentUpdateDate: minutesAgo(minutes) },
    ],
  })

const newWindow = (
  services: readonly { id: string }[],
  hours: number,
  name = 'Upgrade; of the "database", all of it',
) =>
  made('/v1/maintenance-windows', {
    name,
    description: 'Orders may\nbe slow.',
    startsAt: minutesAgo(-60 * hours),
    endsAt: minutesAgo(-60 * (hours + 1)),
    statusPageVisibility: { enabled: true, serviceIds: services.map(({ id }) => id) },
  })

beforeAll(async () => {
  service = new TestService(database.db())
  ;({ key } = await service.account())
  call = service.as(key)
  visit = service.as(null)
})

describe('the headline of a page', () => {
  it('names what is down and what is affected, and says how much works', async () => {
    const [orders, cart, search, mail] = await newServices('Orders', 'Cart', 'Search', 'Mail')
    if (!orders || !cart || !search || !mail) throw new Error('four services')
    await newPage('headline', [orders, cart, search, mail])
    await newIncident('Slow', 'MINOR', [cart])
    await newIncident('Out', 'CRITICAL', [orders], 6)
    const { text } = await visit('GET', '/status/headline')
    expect(text).toContain('<h1 class="headline">Orders is down, Cart is affected</h1>')
    expect(text).toContain('<title>Acme: Orders is down, Cart is affected</title>')
    expect(/as-of">(.*?)<\/p>/s.exec(text)?.[1]?.replaceAll(/<[^>]*>/g, '')).toBe(
      'Since 1 Mar 2026, 11:54 UTC, 6 min. 2 other services are operational.',
    )
  })
})

describe('the language of a page', () => {
  let pages = 0
  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', '', 'de'],
    ['fr-FR, en;q=0.3, de;q=0.7', '', 'de'],
    ['fr', '', 'en'],
    ['de;q=0', '', 'en'],
    ['', '', 'en'],
    ['en', '?lang=de', 'de'],
    ['de', '?lang=xx', 'de'],
    [`${'x,'.repeat(5000)}de`, '', 'en'],
  ])('follows what a reader accepts (%#)', async (accepted, query, language) => {
    const [orders] = await newServices('Orders')
    const url = `spoken-${(pages += 1)}`
    await newPage(url, orders ? [orders] : [])
    const reader = service.as(null, { 'accept-language': accepted })
    const { text, headers } = await reader('GET', `/status/${url}${query}`)
    expect([headers['content-language'], text.includes(`<html lang="${language}" dir="ltr">`)]).toEqual([
      language,
      true,
    ])
    expect(String(headers['vary'])).toContain('accept-language')
    expect(text).toContain(language === 'de' ? 'Alle Systeme in Betrieb' : 'All systems operational')
  })

  it('is the one of each reader also from the cache, and stays chosen in links', async () => {
    const cached = new TestService(database.db(), {}, { cacheMs: minuteMs })
    await newPage('tongues', [])
    const asGerman = cached.as(null, { 'accept-language': 'de' })
    const texts = []
    for (const reader of [cached.as(null), asGerman, cached.as(null), asGerman])
      texts.push((await reader('GET', '/status/tongues/history')).text.includes('März 2026'))
    expect(texts).toEqual([false, true, false, true])
    const { text } = await cached.as(null)('GET', '/status/tongues?lang=de')
    expect(text).toContain('href="/status/tongues/history?lang=de"')
    expect((await cached.as(null)('GET', '/status/tongues/history?lang=de')).text).toContain('März 2026')
  })
})

describe('a page in a language of the operator', () => {
  const { texts } = translate('fr-CA', {
    languageName: 'Français <b>',
    pageStates: { OPERATIONAL: 'Tout <script>marche</script>' },
    headline: { down: { one: '{names} est en panne', many: '{names} sont en panne', other: '{names} sont en panne' } },
    history: 'Historique "x"',
  })
  const languages: PageLanguages = [...builtInLanguages, texts]
  let french: TestService
  beforeAll(() => {
    french = new TestService(database.db(), {}, { languages })
  })
  const read = async (path: string, accepted: string) =>
    (await french.as(null, { 'accept-language': accepted })('GET', path)).text

  it('is what readers of the language get, escaped, in English where a text is missing', async () => {
    const [orders, cart] = await newServices('Orders', 'Cart')
    if (!orders || !cart) throw new Error('services')
    await newPage('french', [orders, cart])
    const calm = await read('/status/french', 'fr, en;q=0.5')
    expect(calm).toContain('<html lang="fr-CA" dir="ltr">')
    expect(calm).toContain('Tout &lt;script&gt;marche&lt;/script&gt;')
    expect(calm).toContain('Historique &quot;x&quot;</a>')
    expect(calm).toContain('Past 14 days')
    expect(await read('/status/french', 'en')).toContain('lang="fr-CA" hreflang="fr-CA">Français &lt;b&gt;</a>')
    await newIncident('Out', 'CRITICAL', [orders])
    expect(await read('/status/french', 'fr-CA')).toContain('Orders est en panne')
    await newIncident('Out', 'CRITICAL', [cart])
    expect(await read('/status/french', 'fr-FR')).toContain('Orders, Cart sont en panne')
    expect(await read('/status/french', 'fr-FR')).toMatch(/\d{1,2} mars 2026/)
  })

  it('is among those that a page can choose, and left out once the installation has it no more', async () => {
    const { id } = await newPage('chosen', [])
    const display = `/v1/status-page-displays/${id}`
    const fields = { languages: ['fr-CA', 'de'] }
    const refused = await call('PUT', display, fields)
    expect(refused.body).toMatchObject({
      attributes: { 'languages[0]': 'This installation has the languages en, de.' },
    })
    const saved = await french.as(key)('PUT', display, fields)
    expect(saved.body).toMatchObject({
      ...fields,
      offeredLanguages: [{ language: 'en' }, { language: 'de' }, { language: 'fr-CA', name: 'Français <b>' }],
    })
    expect(await read('/status/chosen', 'en')).toContain('<html lang="fr-CA" dir="ltr">')
    expect((await visit('GET', '/status/chosen')).text).toContain('<html lang="de" dir="ltr">')
    expect((await call('PUT', display, { languages: ['fr-CA'] })).status).toBe(200)
  })
})

describe('a page of a service below a path', () => {
  it('has every link, style, feed and cookie below it', async () => {
    const [orders] = await newServices('Orders')
    const { keys } = (await newPage('below', orders ? [orders] : [], { isPrivate: true })) as unknown as {
      keys: { rawKey: string }[]
    }
    await newPage('beneath', orders ? [orders] : [])
    const below = new TestService(database.db(), {}, { publicUrl: 'https://tools.example/belfry' }).as(null)
    for (const path of ['', '/history', '/subscribe', '/nothing']) {
      const { text } = await below('GET', `/status/beneath${path}`)
      const links = [...text.matchAll(/(?:href|action)="(\/[^"]*)"/g)].map(([, link = '']) => link)
      expect(links.length).toBeGreaterThan(0)
      expect(links.filter((link) => !link.startsWith('/belfry/'))).toEqual([])
    }
    expect((await below('GET', '/status/beneath/feed.atom')).text).toContain(
      'https://tools.example/belfry/status/beneath/feed.atom',
    )
    const belowForm = new TestService(database.db(), {}, { publicUrl: 'https://tools.example/belfry' }).as(null, {
      'content-type': 'application/x-www-form-urlencoded',
    })
    const { headers } = await belowForm('POST', '/status/below/unlock', `password=${keys[0]?.rawKey}`)
    expect([headers['location'], String(headers['set-cookie'])]).toEqual([
      '/belfry/status/below',
      expect.stringContaining('Path=/belfry/status') as unknown,
    ])
  })
})

describe('a page with two hundred components', () => {
  it('has at most 100 kB, with incidents on all of them', async () => {
    const services = await newServices(...Array.from({ length: 200 }, (_, index) => `Component ${index}`))
    await newPage('hundreds', services)
    for (let day = 1; day <= 12; day += 1) {
      const { id } = await newIncident(`Trouble with everything on day ${day}`, 'MAJOR', services, day * 5 * 24 * 60)
      const update = {
        status: 'RESOLVED',
        description: 'Over.',
        publicIncidentUpdateDate: minutesAgo(day * 5 * 24 * 60 - 50),
      }
      await made(`/v1/status-pages/incidents/${id}/incident-updates`, update)
    }
    const { text } = await visit('GET', '/status/hundreds')
    expect(text.match(/class="days"/g)).toHaveLength(200)
    expect(text).toContain('Major disruption, 50 min (Trouble with everything on day 1)')
    expect(Buffer.byteLength(text)).toBeLessThan(100_000)
  })
})

describe('the data for programs that read Statuspage', () => {
  const read = async (path: string) => (await visit('GET', `/status/compatible/api/v2/${path}.json`)).body as never

  beforeAll(async () => {
    const [orders, mail] = await newServices('Orders', 'Mail')
    if (!orders || !mail) throw new Error('two services')
    await newPage('compatible', [orders, mail])
    await newIncident('Orders fail', 'MAJOR', [orders])
    await newWindow([mail], 24)
    await newWindow([mail], -0.5, 'Now')
  })

  it('has the page, its components, what is open and its status in one summary', async () => {
    const unknown = expect.any(String) as unknown
    expect(await read('summary')).toMatchObject({
      page: { id: expect.stringMatching(/^[\da-f]{12}$/) as unknown, name: 'Acme', time_zone: 'Etc/UTC' },
      status: { indicator: 'major', description: 'Partial System Outage' },
      components: [
        { name: 'Store', group: true, status: 'partial_outage', components: [unknown, unknown] },
        { name: 'Orders', group: false, status: 'partial_outage', position: 2, group_id: unknown },
        { name: 'Mail', status: 'under_maintenance', only_show_if_degraded: false },
      ],
      incidents: [
        {
          name: 'Orders fail',
          status: 'investigating',
          impact: 'major',
          started_at: minutesAgo(30),
          resolved_at: null,
          shortlink: expect.stringMatching(/^https:\/\/belfry\.example\/status\/compatible\/incidents\//) as unknown,
          components: [{ name: 'Orders' }],
          incident_updates: [
            {
              status: 'investigating',
              body: 'We look into it.',
              affected_components: [{ name: 'Orders', old_status: 'operational', new_status: 'partial_outage' }],
            },
          ],
        },
      ],
      scheduled_maintenances: [
        {
          name: 'Now',
          status: 'in_progress',
          impact: 'maintenance',
          components: [{ name: 'Mail', position: 3 }],
          incident_updates: [{ status: 'scheduled', body: 'Orders may\nbe slow.' }],
        },
        { status: 'scheduled', scheduled_for: minutesAgo(-24 * 60), scheduled_until: minutesAgo(-25 * 60) },
      ],
    })
  })

  test.each(Object.keys(statuspageData))('is at %s for every origin, with the page', async (path) => {
    const { status, headers, body } = await visit('GET', `/status/compatible/api/v2/${path}.json`)
    expect([status, headers['access-control-allow-origin'], headers['cache-control']]).toEqual([
      200,
      '*',
      'public, max-age=15',
    ])
    expect(body).toMatchObject({ page: { name: 'Acme', url: 'https://belfry.example/status/compatible' } })
  })

  it('separates maintenance that is under way from what is still to come', async () => {
    const names = (answer: { scheduled_maintenances: { status: string }[] }) =>
      answer.scheduled_maintenances.map(({ status }) => status)
    expect(names(await read('scheduled-maintenances/active'))).toEqual(['in_progress'])
    expect(names(await read('scheduled-maintenances/upcoming'))).toEqual(['scheduled'])
    expect(names(await read('scheduled-maintenances'))).toEqual(['scheduled', 'in_progress'])
  })

  it('is not there for a private page', async () => {
    await newPage('compatible-private', [], { isPrivate: true })
    for (const path of Object.keys(statuspageData)) {
      const { status, headers, text } = await visit('GET', `/status/compatible-private/api/v2/${path}.json`)
      expect([path, status, headers['cache-control'], text.includes('Acme')]).toEqual([path, 401, 'no-store', false])
    }
    for (const ending of ['rss', 'atom', 'ics'])
      expect((await visit('GET', `/status/compatible-private/history.${ending}`)).status).toBe(401)
    expect((await visit('GET', '/status/nobody/api/v2/summary.json')).body).toMatchObject({ statusCode: 404 })
    const { text } = await visit('GET', '/status/nobody/what.json')
    expect(text).toContain('No operation GET /status/nobody/what.json exists')
  })

  it('has feeds at the addresses of Statuspage too', async () => {
    for (const kind of ['rss', 'atom']) {
      const { status, text } = await visit('GET', `/status/compatible/history.${kind}`)
      expect([kind, status, text.includes('Orders fail')]).toEqual([kind, 200, true])
    }
  })
})

describe('the calendar of a page', () => {
  it('has each maintenance, written so that calendar programs read it', async () => {
    const [orders] = await newServices('Orders')
    if (!orders) throw new Error('a service')
    await newPage('planned', [orders])
    await newWindow([orders], 24)
    const { text, headers } = await visit('GET', '/status/planned/history.ics')
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    const lines = text.split('\r\n')
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
    const unfolded = text.replaceAll('\r\n ', '').split('\r\n')
    expect(unfolded).toEqual(
      expect.arrayContaining([
        'BEGIN:VEVENT',
        'DTSTART:20260302T120000Z',
        'DTEND:20260302T130000Z',
        String.raw`SUMMARY:Upgrade\; of the "database"\, all of it`,
        String.raw`DESCRIPTION:Orders may\nbe slow.\nOrders`,
        'STATUS:CONFIRMED',
      ]),
    )
    const page = (await visit('GET', '/status/planned')).text
    const one = /href="([^"]*maintenances\/[^"]*\.ics)"/.exec(page)?.[1] ?? ''
    expect((await visit('GET', one)).text).toContain('SUMMARY:Upgrade')
    expect((await visit('GET', '/status/planned/maintenances/x.ics')).status).toBe(404)
  })
})

describe('what other sites embed', () => {
  it('is a banner that shows trouble alone, and a badge, in the language of the reader', async () => {
    const [orders] = await newServices('Orders </script>')
    if (!orders) throw new Error('a service')
    await newPage('embedded', [orders], { name: 'Acme "1"' })
    const script = await visit('GET', '/status/embedded/banner.js')
    expect([script.status, script.text]).toEqual([200, expect.stringContaining('banner.json')])
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect((await visit('GET', '/status/embedded/banner.json')).body).toEqual({ banner: null })
    await newIncident('Out', 'CRITICAL', [orders])
    const shown = await visit('GET', '/status/embedded/banner.json?lang=de')
    expect(shown.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=15',
    })
    expect(shown.headers['set-cookie']).toBeUndefined()
    expect(shown.body).toMatchObject({
      banner: {
        text: 'Acme "1": Orders </script> ist ausgefallen',
        url: 'https://belfry.example/status/embedded',
        language: 'de',
      },
    })
    const badge = await visit('GET', '/status/embedded/badge.svg')
    expect([badge.headers['content-type'], badge.text.includes('critical disruption')]).toEqual([
      'image/svg+xml; charset=utf-8',
      true,
    ])
  })

  it('is for the sites alone that may embed the page, once it names some, whatever was cached for others', async () => {
    const cached = new TestService(database.db(), {}, { cacheMs: minuteMs })
    const { id } = await newPage('embedded-some', [])
    const embedOrigins = ['https://www.acme.example', 'http://*.shop.example:8080']
    await call('PUT', `/v1/status-page-displays/${id}`, { embedOrigins })
    const ask = async (file: string, headers: Record<string, string>) =>
      cached.as(null, headers)('GET', `/status/embedded-some/${file}`)
    const banner = async (origin: string) => {
      const { status, headers } = await ask('banner.json', { origin })
      return [status, headers['access-control-allow-origin']]
    }
    for (const site of ['https://www.acme.example', 'http://a.shop.example:8080', 'https://a.b.shop.example:8080'])
      expect(await banner(site)).toEqual([200, site])
    for (const site of [
      'https://evil.example',
      'http://www.acme.example',
      'https://www.acme.example:444',
      'http://shop.example:8080',
      'http://a.shop.example',
      'https://www.acme.example.evil.example',
      'null',
    ])
      expect(await banner(site)).toEqual([403, undefined])
    const referer = 'https://www.acme.example/prices'
    const browser = { 'sec-fetch-site': 'cross-site' }
    const statuses = []
    for (const headers of [{ ...browser, referer }, browser, { ...browser, referer: 'https://evil.example/' }, {}])
      statuses.push((await ask('badge.svg', headers)).status)
    expect(statuses).toEqual([200, 403, 403, 200])
  })

  it('is nothing of a private page', async () => {
    await newPage('embedded-private', [], { isPrivate: true })
    for (const file of ['banner.js', 'banner.json', 'badge.svg'])
      expect((await visit('GET', `/status/embedded-private/${file}`)).status).toBe(404)
  })
})
