import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { minuteMs } from '#kernel'
import { plainServer, received, startMailbox } from '../support/mailbox.ts'
import { useServer } from '../support/test-server.ts'

const mailbox = await startMailbox(plainServer)
const server = useServer({
  environment: () => ({
    BELFRY_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    BELFRY_MAIL_FROM: 'belfry@example.com',
  }),
})
afterAll(() => mailbox[Symbol.asyncDispose]())

it('a check with a tag fails: the rule opens an incident that readers see and are mailed; it recovers, and all is over', async () => {
  const { create } = await server.account()
  const target = createServer((socket) => socket.end())
  await new Promise<void>((done) => target.listen(0, '127.0.0.1', done))
  const { port } = target.address() as AddressInfo
  const page = await create('/v3/status-pages', { name: 'Acme', url: 'acme-v3' })
  const path = `/v3/status-pages/${String(page.id)}`
  const { id: componentId } = await create(`${path}/components`, { name: 'Shop', displayOrder: 1 })
  const config = { address: 'reader@mail.example', subscribedComponents: [componentId] }
  await create(`${path}/subscribers/bulk`, { subscriptions: [{ type: 'EMAIL', config }], autoVerify: true })
  await create(`${path}/automation-rules`, {
    name: 'The shop is down',
    tags: ['shop'],
    firstUpdate: 'We look into it.',
    lastUpdate: 'The shop is back.',
    components: [{ componentId, targetImpact: 'MAJOR_OUTAGE' }],
  })
  await create('/v1/checks/tcp', {
    name: 'Shop',
    tags: ['shop'],
    frequency: 1,
    retryStrategy: null,
    request: { hostname: '127.0.0.1', port },
  })
  const shown = async () => (await fetch(`${server.url}/status/acme-v3.json`)).json()
  await server.advance(2 * minuteMs)
  expect(await shown()).toMatchObject({ state: 'OPERATIONAL', openIncidents: [] })

  await new Promise((done) => target.close(done))
  await server.advance(2 * minuteMs)
  expect(await shown()).toMatchObject({
    state: 'MAJOR_OUTAGE',
    cards: [{ services: [{ name: 'Shop', state: 'MAJOR_OUTAGE' }] }],
    openIncidents: [{ name: 'The shop is down', services: ['Shop'] }],
  })
  const subject = (status: string) => `reader@mail.example: [INCIDENT] Shop - The shop is down (${status})`
  expect(received(mailbox)).toEqual([subject('Investigating')])

  await new Promise<void>((done) => target.listen(port, '127.0.0.1', done))
  await server.advance(2 * minuteMs)
  await new Promise((done) => target.close(done))
  expect(await shown()).toMatchObject({
    state: 'OPERATIONAL',
    recent: [{ name: 'The shop is down', status: 'RESOLVED' }],
  })
  expect(received(mailbox)).toEqual([subject('Investigating'), subject('Resolved')])
})
