import { describe, expect, it } from 'vitest'
import { SystemClock } from '#kernel'
import { importOf } from '../../../tests/support/import-golden.ts'
import { startSourceApi } from '../../../tests/support/source-api.ts'
import { SourceProblem } from '../imported.ts'
import { betterStack } from '../sources/better-stack/index.ts'
import { uptimeRobot } from '../sources/uptimerobot/index.ts'
import { urlList } from '../sources/url-list.ts'
import { readApi } from './read-api.ts'

const monitor = (id: number) => ({
  id,
  type: 'HTTP',
  friendlyName: `m${id}`,
  url: 'https://shop.example/',
  interval: 300,
})
const ok = (body: object) => ({ body: { stat: 'ok', ...body } })

describe('the API of a tool', () => {
  it('is read page by page with the key, waits as it asks, and reports what the key may not read', async () => {
    let isLimited = true
    await using api = await startSourceApi(({ path, query }) => {
      if (path === '/v3/monitors' && query['cursor'] === undefined)
        return { body: { data: [monitor(1)], nextLink: 'http://169.254.169.254/v3/monitors?cursor=7' } }
      if (path === '/v3/monitors') {
        if (!isLimited) return { body: { data: [monitor(2)], nextLink: null } }
        isLimited = false
        return { status: 429, headers: { 'retry-after': '30' } }
      }
      return path === '/v3/psps' ? { status: 403 } : { body: { data: [], nextLink: null } }
    })
    const { files, report } = await api.read(uptimeRobot)
    const { resources } = await importOf(uptimeRobot, files)
    expect(resources.map(({ logicalId }) => logicalId)).toEqual(['monitor-1', 'monitor-2'])
    expect(report).toMatchObject([
      { item: 'status pages', fate: 'impossible', note: expect.stringContaining('status 403') },
    ])
    expect(api.waits).toEqual([30_000])
    expect(new Set(api.requests.map(({ headers }) => headers['authorization']))).toEqual(new Set(['Bearer a-key']))
  })

  it('is read by its second version where the third refuses the key', async () => {
    await using api = await startSourceApi(({ path, form }) => {
      if (path.startsWith('/v3/')) return { status: 401 }
      const list = path === '/v2/getMonitors' ? Array.from({ length: form['offset'] === '0' ? 50 : 3 }) : []
      const monitors = list.map((_none, index) => ({ ...monitor(Number(form['offset']) + index), type: 1, status: 2 }))
      return ok({ monitors })
    })
    const { files } = await api.read(uptimeRobot)
    expect((await importOf(uptimeRobot, files)).resources).toHaveLength(53)
    expect(api.requests.find(({ path }) => path === '/v2/getMonitors')).toMatchObject({
      method: 'POST',
      form: { api_key: 'a-key', format: 'json', offset: '0', limit: '50', mwindows: '1' },
    })
  })

  it('is read with what hangs on its items', async () => {
    const attributes = { company_name: 'Shop', subdomain: 'shop' }
    await using api = await startSourceApi(({ path, query }) => {
      if (path === '/api/v2/monitors')
        return {
          body: {
            data: [
              { id: query['page'], type: 'monitor', attributes: { url: 'https://a.example', monitor_type: 'status' } },
            ],
            pagination: { next: query['page'] === '1' ? 'https://elsewhere.example/' : null },
          },
        }
      if (path === '/api/v2/status-pages') return { body: { data: [{ id: '6', type: 'status_page', attributes }] } }
      if (path === '/api/v2/status-pages/6/sections')
        return { body: { data: [{ id: '7', type: 'status_page_section', attributes: { name: 'All' } }] } }
      return path === '/api/v2/heartbeats' ? { status: 404 } : { body: { data: [] } }
    })
    const { files } = await api.read(betterStack)
    const { resources } = await importOf(betterStack, files)
    expect(resources.map(({ section, logicalId }) => `${section} ${logicalId}`)).toEqual([
      'statusPages page-6',
      'checks monitor-1',
      'checks monitor-2',
    ])
    expect(resources[0]?.value).toMatchObject({ cards: [{ name: 'All', services: [] }] })
  })

  it.each([
    [{ status: 401 }, 'refuses the key'],
    [{ status: 302, headers: { location: 'http://10.0.0.1/' } }, 'redirects to another address'],
    [{ status: 500 }, 'answers with status 500'],
    [{ body: '{"data": [' }, 'no whole JSON'],
  ])('that refuses or breaks is said to (%#)', async (answer, message) => {
    await using api = await startSourceApi(() => answer)
    await expect(api.read(betterStack)).rejects.toThrow(message)
    expect(api.requests).toHaveLength(1)
  })

  it('is not waited for beyond the time of the reading', async () => {
    await using api = await startSourceApi(() => ({ status: 429, headers: { 'retry-after': '600' } }))
    await expect(api.read(betterStack, 'a-key', { timeLimitMs: 120_000 })).rejects.toThrow('more than 120 seconds')
    expect(api.waits).toEqual([])
  })

  it.each([
    ['http://api.uptimerobot.com', 'u1-a'],
    ['https://127.0.0.1', 'u1-a'],
    ['https://uptimerobot.com.evil.example', 'u1-a'],
    ['https://api.uptimerobot.com:8443', 'u1-a'],
    ['https://a@api.uptimerobot.com', 'u1-a'],
    ['file:///etc/passwd', 'u1-a'],
    [null, 'two\nlines'],
  ])('gets no request at an address or with a key that is none (%s)', async (address, key) => {
    const send = async () => ({ problem: 'It was sent.' })
    const tools = { send, clock: new SystemClock(), signal: new AbortController().signal, timeLimitMs: 1000 }
    const reading = readApi({ source: uptimeRobot, key, address, takesAnyAddress: false }, tools)
    await expect(reading).rejects.toBeInstanceOf(SourceProblem)
    await expect(reading).rejects.not.toThrow('It was sent.')
    const ofFiles = readApi({ source: urlList, key: 'a', address: null, takesAnyAddress: false }, tools)
    await expect(ofFiles).rejects.toThrow('is read from files')
  })
})
