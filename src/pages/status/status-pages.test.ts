import { beforeAll, describe, expect, it } from 'vitest'
import { findPublicPage, readPublicFeed, readPublicStatusPage } from '#publishing'
import { usePublicPages } from '../../../tests/support/public-pages.ts'

const { scene, minutesAgo, newService, newPage, newIncident, newWindow, data } = usePublicPages()
let fetchPage: ReturnType<typeof scene>['fetchPage']
let service: ReturnType<typeof scene>['service']
let shop: string
let mail: string
const day = 24 * 60

beforeAll(async () => {
  ;({ fetchPage, service } = scene())
  shop = await newService('Shop')
  mail = await newService('Mail')
  await service.db.rows(`update status_page_services set created_at = created_at - interval '1 year'`)
})

describe('a public status page', () => {
  it('displays the current and past state of its services', async () => {
    const [orders, letters] = [await newService('Orders'), await newService('Letters')]
    await newPage('public', [orders, letters])
    await newIncident('Orders fail', orders, [
      [3 * day, 'INVESTIGATING'],
      [3 * day - 60, 'RESOLVED', 'Orders go through again.'],
    ])
    await newIncident('Orders fail again', orders, [[30, 'INVESTIGATING', 'We look into it.']], {
      severity: 'CRITICAL',
    })
    const page = await data('public')
    expect(page.state).toBe('CRITICAL')
    expect(page.openIncidents.map(({ name, services }) => [name, services])).toEqual([
      ['Orders fail again', ['Orders']],
    ])
    expect(page.recent.map(({ name }) => name)).toEqual(['Orders fail'])
    const [card] = page.cards
    expect(card?.services.map(({ name, state }) => [name, state])).toEqual([
      ['Orders', 'CRITICAL'],
      ['Letters', 'OPERATIONAL'],
    ])
    const uptimePercent: unknown = expect.closeTo(100 - ((60 + 30) / (3 * day)) * 100, 9)
    expect(card).toMatchObject({
      uptimePercent,
      services: [
        { uptimePercent, recordedDays: 4 },
        { uptimePercent: null, recordedDays: 0 },
      ],
    })

    const { status, text, headers } = await fetchPage('GET', '/status/public')
    expect(status).toBe(200)
    expect(text).toMatch(/\d% uptime since \d+ \w+ 20\d\d/)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    for (const expectedText of ['Orders is down', 'Orders fail again', 'We look into it.', 'Store', 'Letters'])
      expect(text).toContain(expectedText)
    expect(text).toContain('26 Feb 2026: Major disruption, 1 h (Orders fail)')
  })

  it('displays active and scheduled maintenances, and excludes the incidents within from the downtime', async () => {
    const orders = await newService('Orders')
    const { id } = await newPage('maintained', [orders])
    await newWindow({ serviceIds: [orders] })
    await newWindow(
      { affectAllServices: true, statusPageIds: [id] },
      { startsAt: minutesAgo(-day), endsAt: minutesAgo(-2 * day) },
    )
    await newWindow({ serviceIds: [mail] }, { name: 'Elsewhere' })
    await newWindow({ enabled: false, serviceIds: [orders] }, { name: 'Hidden' })
    await newIncident('Orders fail', orders, [
      [20, 'INVESTIGATING'],
      [10, 'RESOLVED'],
    ])
    const page = await data('maintained')
    const { state, activeMaintenances, upcomingMaintenances } = page
    expect([state, activeMaintenances.length, upcomingMaintenances.length]).toEqual(['MAINTENANCE', 1, 1])
    expect(page.activeMaintenances[0]?.services).toEqual(['Orders'])
    expect(page.cards[0]?.services[0]).toMatchObject({ state: 'MAINTENANCE', uptimePercent: 100 })
    const { text } = await fetchPage('GET', '/status/maintained')
    expect(text).toContain('Upcoming maintenance')
    expect(text).not.toContain('Elsewhere')
    expect(text).not.toContain('Hidden')
    const one = await fetchPage('GET', `/status/maintained/maintenances/${page.activeMaintenances[0]?.id}`)
    expect([one.status, one.text.includes('Upgrade')]).toEqual([200, true])
  })

  it('does not forgive incidents by a maintenance that hides the services it affects', async () => {
    const orders = await newService('Orders')
    await newPage('unforgiven', [orders])
    await newWindow({ serviceIds: [orders], showAffectedServices: false })
    await newIncident('Orders fail', orders, [
      [20, 'INVESTIGATING'],
      [10, 'RESOLVED'],
    ])
    const page = await data('unforgiven')
    expect(page.activeMaintenances.map(({ services }) => services)).toEqual([[]])
    expect(page.cards[0]?.services[0]).toMatchObject({ state: 'OPERATIONAL' })
    expect(page.cards[0]?.services[0]?.uptimePercent).toBeLessThan(100)
  })

  it('lists a critical incident above a newer one that is less severe', async () => {
    const orders = await newService('Orders')
    await newPage('ordered', [orders])
    const open = (severity: string, minutes: number) =>
      newIncident(`${severity} ${minutes}`, orders, [[minutes, 'INVESTIGATING']], { severity })
    await open('CRITICAL', 50)
    await open('MEDIUM', 40)
    await open('MINOR', 30)
    await open('CRITICAL', 60)
    await open('MAJOR', 20)
    const listed = ['CRITICAL 50', 'CRITICAL 60', 'MAJOR 20', 'MEDIUM 40', 'MINOR 30']
    expect((await data('ordered')).openIncidents.map(({ name }) => name)).toEqual(listed)
    const { text } = await fetchPage('GET', '/status/ordered')
    expect(listed.map((name) => text.indexOf(name))).toEqual(
      listed.map((name) => text.indexOf(name)).toSorted((a, b) => a - b),
    )
  })

  it('hides what is dated into the future', async () => {
    const orders = await newService('Orders')
    await newPage('future', [orders])
    await newIncident('Not yet', orders, [[-60, 'INVESTIGATING']])
    const { id } = await newIncident('Over soon', orders, [
      [60, 'INVESTIGATING'],
      [-60, 'RESOLVED', 'Said too early.'],
    ])
    expect((await data('future')).openIncidents.map(({ name }) => name)).toEqual(['Over soon'])
    expect((await fetchPage('GET', `/status/future/incidents/${id}`)).text).not.toContain('Said too early.')
  })

  it('displays the months before, and nothing outside its time', async () => {
    const orders = await newService('Orders')
    await newPage('past', [orders])
    await newIncident('Long ago', orders, [
      [40 * day, 'INVESTIGATING'],
      [40 * day - 5, 'RESOLVED'],
    ])
    expect((await data('past')).recent).toEqual([])
    const month = await fetchPage('GET', '/status/past/history/2026-01')
    expect([month.status, month.text.includes('Long ago')]).toEqual([200, true])
    expect((await fetchPage('GET', '/status/past/history')).text).not.toContain('Long ago')
    for (const wrong of ['2026-13', '2026-04', '1999-01', 'x', '2026-1', '%00'])
      expect({ wrong, status: (await fetchPage('GET', `/status/past/history/${wrong}`)).status }).toEqual({
        wrong,
        status: 404,
      })
  })

  it('is there without cards, without services and in a hurry', async () => {
    await newPage('empty', [], { cards: [] })
    await newPage('bare', [])
    expect((await fetchPage('GET', '/status/empty')).text).toContain('No known incidents')
    const answers = await Promise.all(Array.from({ length: 10 }, () => fetchPage('GET', '/status/bare')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('shows no card without services beside others', async () => {
    const orders = await newService('Sent orders')
    const cards = [
      { name: 'Filled', services: [orders] },
      { name: 'Unfilled', services: [] },
    ].map(({ name, services }) => ({ name, services: services.map((id) => ({ id })) }))
    await newPage('partly', [], { cards })
    const { text } = await fetchPage('GET', '/status/partly')
    expect(text).toContain('Filled')
    expect(text).not.toContain('Unfilled')
    await newPage('unfilled', [], { cards: cards.slice(1) })
    expect((await fetchPage('GET', '/status/unfilled')).text).toContain('No services here yet.')
  })

  it('lists the latest events in its feeds and reads no more than that, however many there are', async () => {
    const busy = await newService('Busy')
    const { id: pageId } = await newPage('busy', [busy])
    await service.db.query(
      `with made as (
         insert into incidents (account_id, id, name, severity, last_update_status, created_at, updated_at)
         select account_id, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Trouble ' || n, 'MINOR',
           'RESOLVED', $2, $2 from status_pages, generate_series(1, 400) as n where id = $1
         returning account_id, id, name
       ), placed as (
         insert into incident_services (account_id, incident_id, service_id, position)
         select account_id, id, $3, 0 from made
       )
       insert into incident_updates
         (account_id, incident_id, id, status, description, public_at, notify_subscribers, created_at)
       select account_id, id, id, 'INVESTIGATING', 'Said', $2::timestamptz + split_part(name, ' ', 2)::int * interval '1 s',
         false, $2 from made`,
      [pageId, minutesAgo(60), busy],
    )
    const sizes: number[] = []
    const counted = new Proxy(service.db, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name)
        if (name !== 'namedRows' || typeof value !== 'function') return value
        return async (...values: unknown[]) => {
          const rows = (await Reflect.apply(value, target, values)) as unknown[]
          sizes.push(rows.length)
          return rows
        }
      },
    })
    const page = await findPublicPage(service.store, 'busy')
    const events = page && (await readPublicFeed({ ...service.store, db: counted }, page, service.clock.now()))
    expect(events?.map(({ name }) => name)).toEqual(Array.from({ length: 50 }, (_, index) => `Trouble ${400 - index}`))
    expect(Math.max(...sizes)).toBe(100)
  })

  it('is made with as many statements for many services and incidents as for one', async () => {
    const count = async (url: string): Promise<number> => {
      let statements = 0
      const counted = new Proxy(service.db, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name)
          if (typeof value !== 'function') return value
          return (...values: unknown[]) => {
            statements += 1
            return Reflect.apply(value, target, values) as unknown
          }
        },
      })
      const store = { ...service.store, db: counted }
      const page = await findPublicPage(store, url)
      if (page !== null) await readPublicStatusPage(store, page, service.clock.now())
      return statements
    }
    const many = []
    for (let index = 0; index < 20; index += 1) many.push(await newService(`Service ${index}`))
    await newPage('one', [many[0] ?? ''])
    await newPage('twenty', many)
    for (const id of many) await newIncident('Trouble', id, [[5, 'INVESTIGATING']])
    expect(await count('one')).toBe(6)
    expect(await count('twenty')).toBe(6)
  })
})

describe('the styles of a page', () => {
  it('follow its theme, which the policy names by its hash', async () => {
    const { createHash } = await import('node:crypto')
    for (const theme of ['LIGHT', 'DARK', 'AUTO']) {
      await newPage(`theme-${theme.toLowerCase()}`, [shop], { defaultTheme: theme })
      const { text, headers } = await fetchPage('GET', `/status/theme-${theme.toLowerCase()}`)
      const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? ''
      expect(style.includes('prefers-color-scheme:dark')).toBe(theme === 'AUTO')
      expect(style.includes('color-scheme:dark')).toBe(theme !== 'LIGHT')
      const hash = createHash('sha256').update(style).digest('base64')
      expect(String(headers['content-security-policy'])).toContain(`style-src 'self' 'sha256-${hash}'`)
    }
  })

  it('are files that may be cached permanently, and pages only for a moment', async () => {
    const { text, headers } = await fetchPage('GET', '/status/theme-auto')
    expect(headers['cache-control']).toBe('public, max-age=15')
    const files = [...text.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href)
    expect(files).toHaveLength(2)
    for (const file of files) {
      const answer = await fetchPage('GET', file)
      expect({ status: answer.status, contentType: answer.headers['content-type'] }).toEqual({
        status: 200,
        contentType: 'text/css; charset=utf-8',
      })
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
  })

  it('are the same when the page is compressed', async () => {
    const { headers } = await service.as(null, { 'accept-encoding': 'br, gzip' })('GET', '/status/theme-auto')
    expect({ contentEncoding: headers['content-encoding'], vary: headers['vary'] }).toEqual({
      contentEncoding: 'gzip',
      vary: 'accept, accept-language, accept-encoding',
    })
    const refusing = await service.as(null, { 'accept-encoding': 'gzip;q=0, br' })('GET', '/status/theme-auto')
    expect(refusing.headers['content-encoding']).toBeUndefined()
  })
})
