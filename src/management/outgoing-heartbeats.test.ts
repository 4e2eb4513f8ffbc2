import { beforeEach, expect, test } from 'vitest'
import { emptyTables } from '../../tests/support/empty-tables.ts'
import { useDatabase } from '../../tests/support/database.ts'
import { TestService } from '../../tests/support/test-service.ts'
import type { Send } from '../../tests/support/test-service.ts'

const database = useDatabase()
const path = '/v1/outgoing-heartbeats'
let service: TestService
let send: Send
beforeEach(async () => {
  service = new TestService(database.db())
  await emptyTables(service.db, 'accounts', 'outgoing_heartbeats')
  send = (await service.owner()).send
})

const codeOf = (body: unknown): unknown => Reflect.get(Object(Reflect.get(Object(body), 'attributes')), 'code')

test('an operator sets a heartbeat for each host, whose URL is never told', async () => {
  const set = await send('PUT', path, { url: 'https://hc.example:8443/ping/secret-1' })
  expect(set).toMatchObject({ status: 200, body: { host: 'hc.example:8443', intervalSeconds: 60, pingedAt: null } })
  await send('PUT', path, { url: 'https://hc.example:8443/ping/secret-2', intervalSeconds: 30 })
  const listed = await send('GET', path)
  expect(listed.body).toMatchObject([{ host: 'hc.example:8443', intervalSeconds: 30 }])
  expect(set.text + listed.text).not.toContain('secret')
  expect((await send('DELETE', `${path}/hc.example:8443`)).status).toBe(204)
  const gone = await send('DELETE', `${path}/hc.example:8443`)
  expect([gone.status, codeOf(gone.body)]).toEqual([404, 'OUTGOING_HEARTBEAT_NOT_FOUND'])
})

test('there are ten at most, and none of them is displaced', async () => {
  for (let index = 0; index < 10; index += 1) await send('PUT', path, { url: `https://hc${index}.example/` })
  const full = await send('PUT', path, { url: 'https://another.example/' })
  expect([full.status, codeOf(full.body)]).toEqual([409, 'OUTGOING_HEARTBEATS_FULL'])
  expect((await send('PUT', path, { url: 'https://hc3.example/other' })).status).toBe(200)
})

test.each(['ftp://hc.example/', 'hc.example', ''])('%j is no URL to ping', async (url) => {
  expect((await send('PUT', path, { url })).status).toBe(400)
})

test('owners of other accounts may neither see nor set them', async () => {
  service.clock.advance(1_000)
  const stranger = await service.owner()
  for (const answer of [
    await stranger.send('GET', path),
    await stranger.send('PUT', path, { url: 'https://hc.example/' }),
    await stranger.send('DELETE', `${path}/hc.example`),
  ])
    expect([answer.status, codeOf(answer.body)]).toEqual([403, 'OPERATORS_ONLY'])
})
