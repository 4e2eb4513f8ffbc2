import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createEgress } from '#egress'
import { hourMs, minuteMs, randomId } from '#kernel'
import { readDuePages } from '#publishing'
import type { FetchFeed } from '#publishing'
import { useDatabase } from '../../../tests/support/database.ts'
import { httpServer } from '../../../tests/support/local-servers.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import { feedReader, pageFeedLoop } from './page-feeds.ts'

const database = useDatabase()

const summary = (indicator: string, cards = 'operational') => ({
  page: { name: 'Stripe' },
  status: { indicator },
  components: [
    { id: 'cards', name: 'Cards', status: cards },
    { id: 'wallets', name: 'Wallets', status: 'operational' },
  ],
})

/** A page of a provider on this machine, and a status page with a component for its cards and one for all of it. */
async function scene(allowPrivateTargets = true) {
  const asked: IncomingMessage['headers'][] = []
  let answer = (_request: IncomingMessage, response: ServerResponse): void => void response.end()
  const { port } = await httpServer((request, response) => {
    asked.push(request.headers)
    answer(request, response)
  })
  const says = (body: object | string, etag = '"1"') => {
    answer = (request, response) => {
      if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
      else response.writeHead(200, { etag }).end(typeof body === 'string' ? body : JSON.stringify(body))
    }
  }
  let fetchFeed: FetchFeed = async () => ({ problem: 'UNREACHABLE' })
  const service = new TestService(database.db(), {}, { fetchFeed: (url, known) => fetchFeed(url, known) })
  const { clock, store } = service
  await service.db.rows('update followed_pages set next_check_at = $1', [new Date(8e15)])
  fetchFeed = feedReader(createEgress({ allowPrivateTargets }, clock), { signal: new AbortController().signal })
  const loop = pageFeedLoop({ store, clock, fetchFeed })
  const { send } = await service.owner()
  const url = `acme-${randomId()}`
  const provider = `http://127.0.0.1:${port}`
  const id = String(Object((await send('POST', '/v3/status-pages', { name: 'Acme', url })).body).id)
  const path = `/v3/status-pages/${id}/definition`
  const page = { name: 'Acme', url }
  const follow = (...components: object[]) => send('PUT', path, { page, components })
  return {
    service,
    send,
    asked,
    provider,
    path,
    url,
    says,
    answers: (by: typeof answer) => void (answer = by),
    follow,
    followBoth: () =>
      follow(
        { id: 'cards', name: 'Payments', feed: { url: provider, component: 'cards' } },
        { id: 'all', name: 'Provider', feed: { url: provider } },
      ),
    turn: (minutes = 0) => {
      clock.advance(minutes * minuteMs)
      return loop.iteration()
    },
    feeds: async (): Promise<Record<string, unknown>[]> =>
      Object((await send('GET', path.replace('definition', 'feeds'))).body).entries,
    shown: async () => Object((await service.as(null)('GET', `/status/${url}.json`)).body),
    states: async (): Promise<unknown[]> => {
      const { cards } = Object((await service.as(null)('GET', `/status/${url}.json`)).body)
      return cards[0].services.map((one: { state: string; isMonitored: boolean }) => [one.state, one.isMonitored])
    },
  }
}

describe('components that follow the page of a provider', () => {
  it('are unknown until it is read, then what it says, by one request for both', async () => {
    const { service, says, followBoth, turn, states, shown, asked, feeds, provider, send, path } = await scene()
    says(summary('minor', 'major_outage'))
    const saved = await followBoth()
    const feed = { url: `${provider}/api/v2/summary.json`, component: 'cards' }
    expect(saved).toMatchObject({ status: 200, body: { components: [{ feed }, { feed: { component: null } }] } })
    expect((await send('GET', path)).body).toEqual(saved.body)
    await turn(1)
    expect(await states()).toEqual([
      ['MAJOR_OUTAGE', true],
      ['DEGRADED_PERFORMANCE', true],
    ])
    expect(asked).toHaveLength(1)
    service.clock.advance(minuteMs)
    const page = await shown()
    expect(page.state).toBe('MAJOR_OUTAGE')
    expect(page.cards[0].services[0]).toMatchObject({ provider: { name: 'Stripe' } })
    expect(page.cards[0].services[0].days.at(-1)).toMatchObject({ state: 'MAJOR_OUTAGE', unknownSeconds: 60 })
    expect(await feeds()).toMatchObject([
      { componentName: 'Cards', pageName: 'Stripe', state: 'MAJOR_OUTAGE', problem: null },
      { componentName: null, state: 'DEGRADED_PERFORMANCE' },
    ])
    const [listed] = Object((await send('GET', '/v1/status-page-summaries')).body).entries
    expect(listed.state).toBe('MAJOR_OUTAGE')
  })

  it('are asked for by their last version, and recover when the provider says so', async () => {
    const { service, says, followBoth, turn, states, asked, shown, feeds } = await scene()
    says(summary('none', 'partial_outage'))
    await followBoth()
    await turn(1)
    await turn(1)
    await turn()
    expect(asked.map((headers) => headers['if-none-match'])).toEqual([undefined, '"1"'])
    expect((await states())[0]).toEqual(['PARTIAL_OUTAGE', true])
    const readAt = new Date(service.clock.now()).toISOString()
    expect((await feeds())[0]).toMatchObject({ problem: null, readAt })
    await turn(60)
    expect((await states())[0]).toEqual(['PARTIAL_OUTAGE', true])
    says(summary('none'), '"2"')
    await turn(1)
    expect(await states()).toEqual([
      ['OPERATIONAL', true],
      ['OPERATIONAL', true],
    ])
    expect((await shown()).cards[0].services[0].days.at(-1)).toMatchObject({
      downtimeSeconds: 720,
      incidents: ['Stripe'],
    })
  })

  it('are unknown and never down while it cannot be read, with its age, and that time counts as neither', async () => {
    const { says, answers, followBoth, turn, states, shown, service, url, feeds } = await scene()
    says(summary('critical', 'major_outage'))
    await followBoth()
    await turn(1)
    answers((_request, response) => void response.writeHead(500).end())
    await turn(1)
    expect((await states())[0]).toEqual(['MAJOR_OUTAGE', true])
    service.clock.advance(hourMs)
    expect(await states()).toEqual([
      ['OPERATIONAL', false],
      ['OPERATIONAL', false],
    ])
    expect((await shown()).state).toBe('OPERATIONAL')
    expect((await service.as(null)('GET', `/status/${url}`)).text).toContain('According to Stripe: last read')
    expect(await feeds()).toMatchObject([{ state: 'UNKNOWN', problem: 'REJECTED' }, {}])
    says(summary('critical', 'major_outage'))
    await turn()
    expect((await states())[0]).toEqual(['MAJOR_OUTAGE', true])
    says(summary('none'), '"2"')
    await turn(1)
    const [cards] = (await shown()).cards[0].services
    expect(cards).toMatchObject({ state: 'OPERATIONAL', isMonitored: true })
    expect(cards.days.at(-1)).toMatchObject({ downtimeSeconds: 600 + 60, unknownSeconds: 60 + 3600 + 60 - 600 })
  })

  it('keep their history when they follow nothing any more, and the provider is not asked again', async () => {
    const { service, says, follow, turn, states, asked, shown, provider, path, send } = await scene()
    says(summary('major'))
    const before = await follow({ id: 'a', name: 'Provider', feed: { url: provider } })
    await turn(1)
    const [{ id }] = Object(before.body).components
    service.clock.advance(minuteMs)
    expect(Object((await follow({ id, name: 'Renamed' })).body).components[0].feed).not.toBeNull()
    expect((await follow({ id, name: 'Renamed', feed: null })).body).toMatchObject({ components: [{ feed: null }] })
    await turn(5)
    await turn(5)
    expect(asked).toHaveLength(2)
    expect(await states()).toEqual([['OPERATIONAL', true]])
    expect((await shown()).cards[0].services[0].days.at(-1).state).toBe('PARTIAL_OUTAGE')
    expect((await send('PUT', path, { page: {}, components: [] })).status).toBe(400)
  })

  it('are not those of a group, nor of addresses that are none', async () => {
    const { follow, provider } = await scene()
    const codes = []
    for (const component of [
      { id: 'a', name: 'A', type: 'GROUP', feed: { url: provider } },
      { id: 'a', name: 'A', feed: { url: 'file:///etc/passwd' } },
      { id: 'a', name: 'A', feed: { url: 'https://user:password@host.example' } },
      { id: 'a', name: 'A', feed: { url: 'http://[' } },
    ])
      codes.push((await follow(component)).status)
    expect(codes).toEqual([400, 400, 400, 400])
  })
})

describe('trying the page of a provider', () => {
  const attempt = async ({ send, provider }: Awaited<ReturnType<typeof scene>>, path = '') =>
    Object((await send('POST', '/v1/status-page-feeds/try', { url: `${provider}${path}` })).body)

  it('says what can be followed, also behind redirects', async () => {
    const trial = await scene()
    const body = JSON.stringify(summary('none', 'partial_outage'))
    trial.answers((request, response) => {
      if (request.url === '/api/v2/summary.json') response.writeHead(302, { location: '/moved/summary.json' }).end()
      else response.end(body)
    })
    expect(await attempt(trial)).toEqual({
      url: `${trial.provider}/api/v2/summary.json`,
      problem: null,
      name: 'Stripe',
      state: 'OPERATIONAL',
      components: [
        { id: 'cards', name: 'Cards', group: null, state: 'PARTIAL_OUTAGE' },
        { id: 'wallets', name: 'Wallets', group: null, state: 'OPERATIONAL' },
      ],
    })
  })

  it('says why it cannot be read', async () => {
    const trial = await scene()
    const problem = async () => (await attempt(trial)).problem
    trial.says('<html>')
    expect(await problem()).toBe('NOT_A_STATUS_PAGE')
    trial.answers((_request, response) => void response.writeHead(404).end())
    expect(await problem()).toBe('NOT_FOUND')
    trial.answers((_request, response) => void response.writeHead(302, { location: '/api/v2/summary.json' }).end())
    expect(await problem()).toBe('REJECTED')
    trial.answers((_request, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end())
    expect(await problem()).toBe('REJECTED')
    trial.answers((_request, response) => void response.end('x'.repeat(3 * 1024 * 1024)))
    expect(await problem()).toBe('TOO_LARGE')
    trial.answers((request) => void request.socket.destroy())
    expect(await problem()).toBe('UNREACHABLE')
  })

  it('reaches nothing that targets may not be, neither at once nor behind a redirect', async () => {
    const inside = await scene(false)
    inside.says(summary('none'))
    expect((await attempt(inside)).problem).toBe('NOT_ALLOWED')
    const outside = await scene()
    outside.answers((_request, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end()
    })
    expect((await attempt(outside)).problem).toBe('NOT_ALLOWED')
    expect(inside.asked).toEqual([])
  })
})

it('a page is read once, however many processes read at the same time', async () => {
  const { service, says, followBoth, asked, send, provider } = await scene()
  says(summary('none'))
  await followBoth()
  expect((await send('POST', '/v1/status-page-feeds/try', { url: `${provider}x y` })).status).toBe(400)
  const egress = createEgress({ allowPrivateTargets: true }, service.clock)
  const fetchFeed = feedReader(egress, { signal: new AbortController().signal })
  const round = { nowMs: service.clock.now(), limit: 5, leaseMs: minuteMs, fetchFeed }
  await Promise.all([1, 2, 3].map(() => readDuePages(service.store, round)))
  expect(asked).toHaveLength(1)
})
