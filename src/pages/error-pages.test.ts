import { afterAll, describe, expect, it } from 'vitest'
import { clientAddress, createApi, handlers } from '#api'
import { silentLog, TestClock } from '#kernel'
import type { Log } from '#kernel'
import { openDatabase } from '#storage/database'
import type { Database } from '#storage/database'
import { testStore } from '../../tests/support/api.ts'
import { mountPublicPages, PageDomains } from './index.ts'
import type { StatusPageSources } from './index.ts'

const clock = new TestClock('2026-03-01T12:00:00.000Z')
const publicUrl = 'https://belfry.example'
const logged: unknown[] = []
const log: Log = { ...silentLog, error: (fields) => logged.push(fields) }
const away = openDatabase({ connectionString: 'postgresql://nobody@127.0.0.1:1/nothing' })
const apps: ReturnType<typeof createApi>[] = []
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()))
  await away.close()
})

function pagesOn(db: Database, changes: Partial<StatusPageSources> = {}) {
  const store = testStore(db)
  const domains = new PageDomains(store, clock, publicUrl)
  const pages = { store, clock, publicUrl, domains, canMail: true, clientAddress }
  const app = createApi({
    store,
    clock,
    log,
    serviceName: 'service',
    publicUrl,
    handlers,
    extraRoutes: (scope, limitTo, faultOf) => mountPublicPages(scope, { ...pages, limitTo, faultOf, ...changes }),
  })
  apps.push(app)
  return app
}

describe('pages while the database is away', () => {
  const app = pagesOn(away)

  it.each(['/status/shop', '/dashboards/shop', '/status/shop/history'])('%s is a page for readers', async (url) => {
    const answer = await app.inject(url)
    expect({
      statusCode: answer.statusCode,
      contentType: answer.headers['content-type'],
      retryAfter: answer.headers['retry-after'],
    }).toEqual({
      statusCode: 503,
      contentType: 'text/html; charset=utf-8',
      retryAfter: '1',
    })
    expect({ cacheControl: answer.headers['cache-control'], body: answer.body }).toEqual({
      cacheControl: 'no-store',
      body: expect.stringContaining('Temporarily unavailable'),
    })
  })

  it.each(['/status/shop.json', '/dashboards/shop.json'])('%s is data', async (url) => {
    const answer = await app.inject(url)
    expect({ statusCode: answer.statusCode, body: answer.json() }).toMatchObject({
      statusCode: 503,
      body: { attributes: { code: 'STORAGE_UNAVAILABLE' } },
    })
  })

  it('load themselves again where they hang on a wall, and nowhere else', async () => {
    const [wall, page] = [await app.inject('/dashboards/shop'), await app.inject('/status/shop')]
    expect([wall.body.includes('http-equiv="refresh" content="30"'), page.body.includes('http-equiv')]).toEqual([
      true,
      false,
    ])
  })
})

describe('pages that fail for a reason of our own', () => {
  const broken = () => Promise.reject(new Error('hunter2'))
  const app = pagesOn(away, { limitTo: () => broken })

  it.each([
    ['/dashboards/shop', 'text/html; charset=utf-8'],
    ['/dashboards/shop.json', 'application/json; charset=utf-8'],
  ])('%s contains an id of the log, once, and nothing else', async (url, type) => {
    logged.length = 0
    const answer = await app.inject(url)
    expect([answer.statusCode, answer.headers['content-type'], answer.body.includes('hunter2')]).toEqual([
      500,
      type,
      false,
    ])
    expect(logged).toMatchObject([{ requestId: expect.any(String), trace: expect.stringContaining('hunter2') }])
    const { requestId } = Object(logged[0])
    expect(answer.body).toContain(requestId)
  })
})

describe('links of alerts', () => {
  const app = pagesOn(away)
  const [check, result] = ['0199aaaa-0000-7000-8000-000000000001', '0199aaaa-0000-7000-8000-000000000002']

  it.each([
    [`/checks/${check}/results/${result}`, `${publicUrl}/v1/check-results/${check}/${result}`],
    [`/checks/${check}`, `${publicUrl}/v1/check-statuses/${check}`],
  ])('%s explains how to read the linked resource, without a lookup', async (url, expectedText) => {
    const answer = await app.inject(url)
    expect({ statusCode: answer.statusCode, contentType: answer.headers['content-type'] }).toEqual({
      statusCode: 200,
      contentType: 'text/html; charset=utf-8',
    })
    expect(answer.body).toContain(expectedText)
  })

  it.each(['/checks/shop', `/checks/${check}/results/%3Cb%3E`, `/checks/$(id)/results/${result}`])(
    '%s names nothing and is not repeated on the page',
    async (url) => {
      const answer = await app.inject(url)
      expect([answer.statusCode, answer.body.includes('curl')]).toEqual([404, false])
    },
  )
})
