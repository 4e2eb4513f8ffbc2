import { beforeAll, expect, it } from 'vitest'
import { minuteMs } from '#kernel'
import { claimDueReaderMails } from '#publishing'
import { usePublicPages } from '../../../tests/support/public-pages.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'

const { scene, made } = usePublicPages()
let call: Send
let fetchPage: Send
let service: ReturnType<typeof scene>['service']
beforeAll(() => {
  ;({ call, fetchPage, service } = scene())
})

const newPage = (url: string, fields: object = {}) =>
  made('/v3/status-pages', { name: `Canary ${url}`, url, ...fields })
const setAccess = (id: string, body: object) => call('PUT', `/v1/status-pages/${id}/access`, body)
const passwordOf = ({ body }: TestAnswer): string => (body as { keys: { rawKey?: string }[] }).keys[0]?.rawKey ?? 'none'
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const submit = (path: string, fields: Record<string, string>) =>
  service.as(null, form)('POST', path, new URLSearchParams(fields).toString())
const statusWith = async ({ headers }: TestAnswer, path: string): Promise<number> => {
  const [cookie = ''] = [headers['set-cookie']].flat().map(String)
  return (await service.as(null, { cookie: cookie.replace(/;.*/s, '') })('GET', path)).status
}

const everywhere = [
  '',
  '.json',
  '/history',
  '/feed.rss',
  '/feed.atom',
  '/slack.rss',
  '/history.atom',
  '/history.rss',
  '/history.ics',
  '/api/v2/summary.json',
  '/api/v2/status.json',
  '/api/v2/components.json',
  '/og.png',
  '/badge.svg',
  '/banner.js',
  '/state.json',
]

it('a private page with components says nothing to somebody who is not signed in, in no format', async () => {
  const { id } = await newPage('closed-parts')
  const component = { name: 'Canary part', displayOrder: 1, parentId: null, type: 'SERVICE' }
  await made(`/v3/status-pages/${id}/components`, component)
  const open = await Promise.all(everywhere.map((path) => fetchPage('GET', `/status/closed-parts${path}`)))
  // The list above names addresses that exist.
  expect(everywhere.filter((_path, index) => open[index]?.status === 200).length).toBeGreaterThan(11)
  expect((await setAccess(id, { isPrivate: true })).status).toBe(200)
  for (const path of everywhere) {
    const { status, text } = await fetchPage('GET', `/status/closed-parts${path}`)
    expect({ path, isOpen: status < 400, saysPart: text.includes('Canary part') }).toEqual({
      path,
      isOpen: false,
      saysPart: false,
    })
  }
  expect((await fetchPage('GET', '/sitemap.xml')).text).not.toContain('closed-parts')
  const { entries } = (await call('GET', `/v1/status-page-summaries?statusPageId=${id}`)).body as { entries: object[] }
  expect(entries).toMatchObject([{ isPrivate: true, copies: [] }])
})

it('its password opens it, is shown once, survives changes of the page, and can be changed and deleted', async () => {
  const { id } = await newPage('opened-parts')
  const closed = await setAccess(id, { isPrivate: true })
  const password = passwordOf(closed)
  const session = await submit('/status/opened-parts/unlock', { password })
  expect([session.status, await statusWith(session, '/status/opened-parts.json')]).toEqual([303, 200])
  expect((await call('PUT', `/v3/status-pages/${id}`, { name: 'Renamed', url: 'opened-parts' })).status).toBe(200)
  expect(await statusWith(session, '/status/opened-parts')).toBe(200)
  const seen = await call('GET', `/v1/status-pages/${id}/access`)
  expect(seen).toMatchObject({ body: { isPrivate: true, keys: [{ maskedKey: `********${password.slice(-4)}` }] } })
  expect(seen.text).not.toContain(password)
  const next = passwordOf(await setAccess(id, { isPrivate: true, rotateKey: true }))
  expect([await statusWith(session, '/status/opened-parts'), next === password]).toEqual([403, false])
  expect((await call('DELETE', `/v1/status-pages/${id}/password`)).status).toBe(204)
  expect((await submit('/status/opened-parts/unlock', { password: next })).status).toBe(403)
  expect(await setAccess(id, { isPrivate: false })).toMatchObject({ status: 200, body: { isPrivate: false, keys: [] } })
  expect((await fetchPage('GET', '/status/opened-parts')).status).toBe(200)
})

it('its readers sign in by a link, which leads to its domain only once that is verified', async () => {
  const { id } = await newPage('read-parts', { customDomain: 'unproven.acme.example' })
  await setAccess(id, { isPrivate: true })
  await made(`/v1/status-pages/${id}/readers`, { emails: ['ann@mail.example'] })
  await submit('/status/read-parts/sign-in', { address: 'ann@mail.example' })
  const claim = { nowMs: service.clock.now(), limit: 10, leaseMs: minuteMs, publicUrl: 'https://belfry.example' }
  const links = (await claimDueReaderMails(service.store, claim)).map(({ mail }) => new URL(mail.button.url))
  expect(links.map(({ host }) => host)).toEqual(['belfry.example', 'belfry.example'])
  const signIn = links.find(({ pathname }) => pathname.includes('/sign-in/'))
  const session = await submit(signIn?.pathname ?? '', {})
  expect([session.status, await statusWith(session, '/status/read-parts')]).toEqual([303, 200])
})

it('nobody of another account reads or changes who may read it', async () => {
  const { id } = await newPage('their-parts')
  const other = service.as((await service.account()).key)
  const answers = [
    await other('GET', `/v1/status-pages/${id}/access`),
    await other('PUT', `/v1/status-pages/${id}/access`, { isPrivate: true }),
    await other('GET', `/v1/status-pages/${id}/readers`),
    await other('DELETE', `/v1/status-pages/${id}/password`),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect((await setAccess(id, { isPrivate: 'yes' })).status).toBe(400)
})
