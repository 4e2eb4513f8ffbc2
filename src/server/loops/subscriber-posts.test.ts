import type { ServerResponse } from 'node:http'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { channelTypes } from '#contract'
import { createEgress } from '#egress'
import { dayMs, hourMs, minuteMs, randomId, silentLog, SystemClock } from '#kernel'
import { claimDuePosts } from '#publishing'
import { useDatabase } from '../../../tests/support/database.ts'
import { plainServer, received, startMailbox, tokenIn } from '../../../tests/support/mailbox.ts'
import { decryptedByBrowser } from '../../../tests/support/receiving-browser.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'
import { webPushKeys } from '../../../tests/support/web-push-keys.ts'
import { startWebReceiver } from '../../../tests/support/web-receiver.ts'
import type { ReceivedRequest, WebReceiver } from '../../../tests/support/web-receiver.ts'
import { createSelfMetrics } from '../metrics/self-metrics.ts'
import { subscriberPosterLoop } from './subscriber-posts.ts'
import { mailerOf, publicUrl, sendDueMails } from './testing/mailer.ts'

const database = useDatabase()
let service: TestService
let send: Send
let services: readonly string[]
let page: { readonly id: string; readonly url: string }

const idOf = ({ body }: TestAnswer): string => (body as { id: string }).id
const pages = '/v1/status-pages'

beforeAll(() => {
  service = new TestService(database.db())
})
beforeEach(async () => {
  send = service.as((await service.account()).key)
  services = [
    idOf(await send('POST', `${pages}/services`, { name: 'Shop' })),
    idOf(await send('POST', `${pages}/services`, { name: 'Blog' })),
  ]
  const url = `acme-${randomId()}`
  const cards = [{ name: 'Store', services: services.map((id) => ({ id })) }]
  page = { id: idOf(await send('POST', pages, { name: 'Acme', url, cards })), url }
})

const submit = (path: string, fields: Record<string, string> = {}) =>
  service.as(null, { 'content-type': 'application/x-www-form-urlencoded' })(
    'POST',
    `/status/${page.url}/${path}`,
    new URLSearchParams(fields).toString(),
  )
const read = async (path: string) => (await service.as(null)('GET', `/status/${page.url}/${path}`)).text

/** The fields that choose a part of the page by its name, as the form has them. */
async function choosing(name: string): Promise<Record<string, string>> {
  const [, key = ''] =
    new RegExp(`name="(part-[^"]+)" value="on"\\s*/?>\\s*${name}`).exec(await read('subscribe')) ?? []
  return { about: 'some', [key]: 'on' }
}

const posterTo = ({ url }: WebReceiver, allowPrivateTargets = true) => {
  const { store, clock } = service
  const { http } = createEgress({ allowPrivateTargets }, new SystemClock())
  // The push service of the tests speaks no TLS.
  const toReceiver: typeof http = (call) => http({ ...call, url: call.url.replace('https://push.example', url) })
  const postTools = { http: toReceiver, webPushKeys, publicUrl, signal: new AbortController().signal }
  return subscriberPosterLoop({ store, clock, log: silentLog, metrics: createSelfMetrics('service'), postTools })
}

const incidentOn = (service_ = services[0], description = 'We look <b>into</b> it.') =>
  send('POST', `${pages}/incidents`, {
    name: 'Orders fail',
    severity: 'MAJOR',
    services: [{ id: service_ }],
    incidentUpdates: [{ status: 'INVESTIGATING', description, notifySubscribers: true }],
  })

const ok = (response: ServerResponse): unknown => response.end('ok')
const bodyOf = (request: ReceivedRequest | undefined): Record<string, Record<string, unknown>> =>
  JSON.parse(request?.body ?? '{}')
const returnsChallenge = (response: ServerResponse, request: ReceivedRequest): unknown =>
  response.end(JSON.stringify({ challenge: bodyOf(request)['verification']?.['challenge'] }))

const subscribers = async () =>
  (await send('GET', `${pages}/${page.id}/subscriptions`)).body as Record<string, unknown>[]

describe('a subscription by webhook', () => {
  it('is confirmed by the challenge, and gets updates in the shape of Statuspage until it is ended', async () => {
    await using receiver = await startWebReceiver(returnsChallenge)
    const loop = posterTo(receiver)
    const address = `${receiver.url}/hook?key=secret-${randomId()}`
    expect((await submit('subscribe/webhook', { address })).text).toContain('Check your webhook')
    await incidentOn()
    await sendDueMails(loop)
    expect(receiver.requests).toHaveLength(1)
    expect(await subscribers()).toMatchObject([
      { type: 'WEBHOOK', status: 'VERIFIED', address: expect.stringMatching(/^127\.0\.0\.1:\d+\/… \([\da-f]{12}\)$/) },
    ])
    const incident = idOf(await incidentOn())
    await sendDueMails(loop)
    expect(receiver.requests).toHaveLength(2)
    const told = bodyOf(receiver.requests[1])
    expect(told).toMatchObject({
      page: { name: 'Acme', url: `${publicUrl}/status/${page.url}`, status_indicator: 'major' },
      incident: {
        id: incident,
        name: 'Orders fail',
        status: 'investigating',
        impact: 'major',
        incident_updates: [{ status: 'investigating', body: 'We look <b>into</b> it.', incident_id: incident }],
        components: [{ name: 'Shop' }],
        shortlink: `${publicUrl}/status/${page.url}/incidents/${incident}`,
      },
    })
    await submit(`unsubscribe/${String(told['meta']?.['unsubscribe']).split('/').at(-1)}`)
    await incidentOn()
    await sendDueMails(loop)
    expect(receiver.requests).toHaveLength(2)
  })

  it('is not confirmed by servers that answer anything else, their own request included, but by its link', async () => {
    await using receiver = await startWebReceiver((response, { body }) => response.end(body))
    const loop = posterTo(receiver)
    await submit('subscribe/webhook', { address: receiver.url })
    await sendDueMails(loop)
    expect(await subscribers()).toMatchObject([{ status: 'PENDING' }])
    await incidentOn()
    await sendDueMails(loop)
    expect(receiver.requests).toHaveLength(1)
    const link = String(bodyOf(receiver.requests[0])['verification']?.['confirm_url'])
    await submit(`verify/${link.split('/').at(-1)}`)
    expect(await subscribers()).toMatchObject([{ status: 'VERIFIED' }])
  })

  it('reaches no private address, unless the operator allows it', async () => {
    await using receiver = await startWebReceiver(ok)
    await submit('subscribe/webhook', { address: receiver.url })
    await sendDueMails(posterTo(receiver, false))
    expect(receiver.requests).toEqual([])
  })

  it('ends with its reason after a day of failures, or at once when it is gone, and begins again by the form', async () => {
    let answer = returnsChallenge
    await using receiver = await startWebReceiver((response, request) => answer(response, request))
    const loop = posterTo(receiver)
    await submit('subscribe/webhook', { address: receiver.url })
    await sendDueMails(loop)
    answer = (response) => response.writeHead(403).end('no entry')
    for (const pause of [hourMs, dayMs, minuteMs]) {
      await incidentOn()
      await sendDueMails(loop)
      service.clock.advance(pause)
    }
    const [failing] = await subscribers()
    expect(failing).toMatchObject({ status: 'VERIFIED', failure: 'HTTP 403: no entry' })
    const count = receiver.requests.length
    await incidentOn()
    await sendDueMails(loop)
    expect(receiver.requests).toHaveLength(count)
    answer = returnsChallenge
    await submit('subscribe/webhook', { address: receiver.url })
    await sendDueMails(loop)
    expect(await subscribers()).toEqual([expect.not.objectContaining({ failure: expect.anything() })])
    answer = (response) => response.writeHead(410).end()
    await incidentOn()
    await sendDueMails(loop)
    expect(await subscribers()).toMatchObject([{ failure: 'HTTP 410' }])
  })

  it('of a process that dies while it sends is sent by the next one, once', async () => {
    await using receiver = await startWebReceiver(returnsChallenge)
    const loop = posterTo(receiver)
    await submit('subscribe/webhook', { address: receiver.url })
    await sendDueMails(loop)
    await incidentOn()
    const claim = { nowMs: service.clock.now(), limit: 5, leaseMs: minuteMs, publicUrl }
    expect(await claimDuePosts(service.store, claim)).toHaveLength(1)
    await sendDueMails(loop)
    expect(receiver.requests).toHaveLength(1)
    service.clock.advance(minuteMs)
    await sendDueMails(loop)
    expect(bodyOf(receiver.requests[1])['incident']?.['name']).toBe('Orders fail')
    await sendDueMails(loop)
    expect(receiver.requests).toHaveLength(2)
  })

  it.each(['ftp://a.example', 'nonsense', 'https://user:password@a.example/', ''])('rejects %j', async (address) => {
    const { status, text } = await submit('subscribe/webhook', { address })
    expect([status, text.includes('This is not a web address.')]).toEqual([400, true])
  })
})

describe('a subscription in Slack', () => {
  it('is confirmed by the link in the channel, and posts text in which nothing of the update is markup', async () => {
    await using receiver = await startWebReceiver(ok)
    const loop = posterTo(receiver)
    await submit('subscribe/slack', { address: `${receiver.url}/services/T0/B0/x` })
    await sendDueMails(loop)
    const [, token = ''] = /\/verify\/([\da-f]+)\|/.exec(receiver.requests[0]?.body ?? '') ?? []
    await submit(`verify/${token}`)
    await incidentOn(services[0], '<!channel> & more')
    await sendDueMails(loop)
    const { text } = JSON.parse(receiver.requests[1]?.body ?? '{}') as { text: string }
    expect(text).toMatch(/^\*<https:\/\/belfry\.example\/status\/[^|]+\|Orders fail>\* \(Investigating\)\nShop\n/)
    expect(text).toContain('&lt;!channel&gt; &amp; more')
    expect(await subscribers()).toMatchObject([{ type: 'SLACK', status: 'VERIFIED' }])
  })
})

describe('a subscription of a browser', () => {
  const [, { p256dh, auth }] = channelTypes.WEB_PUSH.examples

  it('is confirmed by the first notification, encrypted for it, and forgotten when the browser is gone', async () => {
    let status = 201
    await using receiver = await startWebReceiver((response) => response.writeHead(status).end())
    const loop = posterTo(receiver)
    await submit('subscribe/browser', { endpoint: 'https://push.example/send/abc', p256dh, auth })
    await sendDueMails(loop)
    const first = JSON.parse(decryptedByBrowser(receiver.requests[0]?.bytes ?? Buffer.alloc(0)))
    expect(first).toMatchObject({ title: 'Acme', url: `${publicUrl}/status/${page.url}` })
    await submit(`verify/${first.confirm}`)
    const incident = idOf(await incidentOn(services[0], '\u0001'.repeat(3000)))
    await sendDueMails(loop)
    expect(receiver.requests[1]?.bytes.length).toBeLessThanOrEqual(4096)
    expect(JSON.parse(decryptedByBrowser(receiver.requests[1]?.bytes ?? Buffer.alloc(0)))).toMatchObject({
      title: 'Orders fail (Investigating)',
      url: `${publicUrl}/status/${page.url}/incidents/${incident}`,
      manage: expect.stringContaining('/manage/'),
    })
    status = 410
    await incidentOn()
    await sendDueMails(loop)
    expect(await subscribers()).toEqual([])
  })

  it('has a form that allows its worker and nothing else of other hosts', async () => {
    const answer = await service.as(null)('GET', `/status/${page.url}/subscribe/browser`)
    expect(answer.headers['content-security-policy']).toContain("worker-src 'self'")
    expect(answer.text).toContain(`data-key="${webPushKeys.publicKey}"`)
    expect(answer.text).toContain('Notifications need JavaScript')
    const worker = await service.as(null)('GET', `/status/${page.url}/notifications.js`)
    expect(worker.headers).toMatchObject({ 'content-security-policy': "default-src 'none'; connect-src 'self'" })
  })
})

describe('the choice of components', () => {
  it('limits what is mailed, and changes by the link in every mail', async () => {
    await using mailbox = await startMailbox(plainServer)
    const loop = mailerOf(service, mailbox)
    const address = `reader-${randomId().slice(0, 8)}@mail.example`
    const [blog, shop] = [await choosing('Blog'), await choosing('Shop')]
    await submit('subscribe', { address, ...blog })
    await sendDueMails(loop)
    await submit(`verify/${tokenIn(mailbox, 'verify', address)}`)
    await incidentOn(services[0])
    await incidentOn(services[1])
    await sendDueMails(loop)
    expect(received(mailbox).slice(1)).toEqual([`${address}: [INCIDENT] Blog - Orders fail (Investigating)`])
    const path = `manage/${tokenIn(mailbox, 'manage', address)}`
    expect(await read(path)).toMatch(/value="on"\s+checked\s*\/>\s*Blog/)
    expect((await submit(path, { about: 'some' })).text).toContain('Choose at least one component.')
    expect((await submit(path, shop)).text).toContain('Saved.')
    await incidentOn(services[0])
    await incidentOn(services[1])
    await sendDueMails(loop)
    expect(received(mailbox).slice(2)).toEqual([`${address}: [INCIDENT] Shop - Orders fail (Investigating)`])
    await submit(path, { about: 'all' })
    await incidentOn(services[1])
    await sendDueMails(loop)
    expect(mailbox.mails).toHaveLength(4)
  })

  it('forgets a service that is deleted, and a link of a subscription that has ended says so', async () => {
    await using mailbox = await startMailbox(plainServer)
    const loop = mailerOf(service, mailbox)
    const address = `reader-${randomId().slice(0, 8)}@mail.example`
    await submit('subscribe', { address, ...(await choosing('Blog')) })
    await sendDueMails(loop)
    await submit(`verify/${tokenIn(mailbox, 'verify', address)}`)
    await incidentOn(services[1])
    await sendDueMails(loop)
    await send('DELETE', `${pages}/services/${services[1]}`)
    const path = `manage/${tokenIn(mailbox, 'manage', address)}`
    expect(await read(path)).not.toContain('Blog')
    await submit(`unsubscribe/${tokenIn(mailbox, 'unsubscribe', address)}`)
    expect(await read(path)).toContain('This subscription has ended')
  })

  it('is kept when the form is not accepted', async () => {
    const { status, text } = await submit('subscribe', { address: 'nobody', ...(await choosing('Blog')) })
    expect(status).toBe(400)
    expect(text).toMatch(/value="on"\s+checked\s*\/>\s*Blog/)
  })
})
