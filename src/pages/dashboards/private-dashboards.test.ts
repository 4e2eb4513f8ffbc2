import { describe, expect, it } from 'vitest'
import { minuteMs } from '#kernel'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'
import { useDashboards } from '../../../tests/support/use-dashboards.ts'

const { service, account, send, visit, dashboard, check } = useDashboards()

it('a dashboard in the memory of several servers is gone from all as soon as it is private or deleted', async () => {
  const { path, dashboardId } = await dashboard({ header: 'Shown' })
  const visits = [1, 2].map(() => new TestService(service().db, {}, { cacheMs: minuteMs }).as(null))
  const statusesOf = async (address: string) =>
    (await Promise.all(visits.map((visitor) => visitor('GET', address)))).map(({ status }) => status)
  for (const address of [path, `${path}.json`]) expect(await statusesOf(address)).toEqual([200, 200])
  expect((await send('PUT', `/v1/dashboards/${dashboardId}`, { isPrivate: true })).status).toBe(200)
  for (const address of [path, `${path}.json`]) expect(await statusesOf(address)).toEqual([403, 403])
  expect((await send('PUT', `/v1/dashboards/${dashboardId}`, { isPrivate: false })).status).toBe(200)
  expect(await statusesOf(path)).toEqual([200, 200])
  expect((await send('DELETE', `/v1/dashboards/${dashboardId}`)).status).toBe(204)
  expect(await statusesOf(path)).toEqual([404, 404])
})

describe('a private dashboard', () => {
  const form = (): Send => service().as(null, { 'content-type': 'application/x-www-form-urlencoded' })
  const cookieOf = (header: unknown): string => String(header).split(';')[0] ?? ''

  it('reveals nothing of itself without a key, in no form', async () => {
    await check({ name: 'Secret check' })
    const { path } = await dashboard({ header: 'Secret words', isPrivate: true, customCSS: '.secret {}' })
    const page = await visit('GET', path)
    expect({ status: page.status, cacheControl: page.headers['cache-control'] }).toEqual({
      status: 403,
      cacheControl: 'no-store',
    })
    const data = await visit('GET', `${path}.json`)
    const sheet = await visit('GET', `${path}/custom.css`)
    expect([data.status, sheet.status]).toEqual([403, 403])
    for (const { text } of [page, data, sheet]) expect(text).not.toMatch(/secret/i)
  })

  it('opens with one of its keys, which leaves the address at once', async () => {
    const { path, key } = await dashboard({ header: 'Opened', isPrivate: true })
    for (const answer of [await visit('GET', `${path}?key=${key}`), await form()('POST', path, `key=${key}`)]) {
      expect({
        status: answer.status,
        location: answer.headers['location'],
        referrerPolicy: answer.headers['referrer-policy'],
      }).toEqual({
        status: 303,
        location: path,
        referrerPolicy: 'no-referrer',
      })
      expect(answer.headers['set-cookie']).toMatch(/; HttpOnly; Secure; SameSite=Lax$/)
      const opened = await service().as(null, { cookie: cookieOf(answer.headers['set-cookie']) })('GET', path)
      expect({ status: opened.status, cacheControl: opened.headers['cache-control'] }).toEqual({
        status: 200,
        cacheControl: 'no-store',
      })
      expect(opened.text).toContain('Opened')
      expect(opened.text).not.toContain(key)
    }
    const opened = await service().as(key)('GET', `${path}.json`)
    expect({ status: opened.status, body: opened.body }).toMatchObject({ status: 200, body: { header: 'Opened' } })
    expect(opened.headers['cache-control']).toBe('no-store')
  })

  it('stays shut to other keys, and to its own once it has been public', async () => {
    const { path, key, dashboardId } = await dashboard({ isPrivate: true })
    const other = await dashboard({ isPrivate: true })
    for (const wrong of [other.key, 'db_wrong', account().key, `${key}x`, 'x'.repeat(5000)]) {
      const answer = await form()('POST', path, `key=${wrong}`)
      expect({ status: answer.status, setCookie: answer.headers['set-cookie'] }).toEqual({
        status: 403,
        setCookie: undefined,
      })
      expect(answer.text).toContain('not valid for this dashboard')
      expect((await service().as(wrong)('GET', `${path}.json`)).status).toBe(403)
    }
    await send('PUT', `/v1/dashboards/${dashboardId}`, { isPrivate: false })
    expect((await visit('GET', path)).status).toBe(200)
    await send('PUT', `/v1/dashboards/${dashboardId}`, { isPrivate: true })
    expect((await service().as(key)('GET', `${path}.json`)).status).toBe(403)
  })
})
