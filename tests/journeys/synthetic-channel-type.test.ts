import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually, freePort, removeDataDir, startServerProcess } from '../support/server-process.ts'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { addHalf, copySources } from '../support/synthetic-channel/add-channel-type.ts'
import { startWebReceiver } from '../support/web-receiver.ts'
import type { WebReceiver } from '../support/web-receiver.ts'

const type = 'NOTICE_BOARD'
const token = 'a-token-that-nobody-sees'
const directory = mkdtempSync(join(tmpdir(), 'belfry-synthetic-'))
const dataDir = await initialisedDataDir()
let receiver: WebReceiver
let server: ServerProcess | undefined

beforeAll(async () => {
  receiver = await startWebReceiver((response) => response.end('pinned'))
  copySources(directory)
  addHalf(directory, 'descriptor')
})

afterAll(async () => {
  await server?.stop()
  await receiver[Symbol.asyncDispose]()
  removeDataDir(dataDir)
  rmSync(directory, { recursive: true, force: true })
})

/** What the compiler says about the copy, line by line. */
async function compile(): Promise<string[]> {
  const script = join(directory, 'node_modules/typescript/bin/tsc')
  const run = promisify(execFile)(process.execPath, [script, '-p', directory], { cwd: directory })
  const { stdout } = await run.catch((error: { readonly stdout: string }) => error)
  return stdout.split('\n').filter((line) => line.includes('error TS'))
}

it('does not compile with the descriptor of a channel type alone, for that reason only', async () => {
  const problems = await compile()
  expect(problems).toEqual([expect.stringMatching(/^src\/channels\/channel-implementations\.ts.*NOTICE_BOARD/)])
})

it('carries a channel type of two new files and two rows from its creation to its notifications', async () => {
  addHalf(directory, 'implementation')
  const command = { program: process.execPath, args: [join(directory, 'src/cli/main.ts'), 'server'], cwd: directory }
  const started = await startServerProcess({ dataDir, port: await freePort(), command })
  server = started
  const { call } = started

  const config = { url: receiver.url, token }
  const wrong = await call('POST', '/v1/alert-channels', { type, config: { url: receiver.url } })
  expect(wrong.status).toBe(400)
  const problem = await call('POST', '/v1/alert-channels', { type, config: { ...config, token: '{{#if}}' } })
  expect(problem).toMatchObject({ status: 400, body: { attributes: { code: 'TEMPLATE_INVALID' } } })
  const created = await call('POST', '/v1/alert-channels', { type, config, autoSubscribe: false })
  expect(created).toMatchObject({ status: 201, body: { type, config: { ...config, column: 'Incidents' } } })
  const { id } = created.body as { id: number }

  const preview = await call('GET', `/v1/alert-channels/${id}/preview?event=recovery`)
  expect(preview).toMatchObject({ status: 200, body: { type, problem: null, requests: [{ method: 'POST' }] } })
  expect(JSON.stringify(preview.body)).toContain('ALERT_RECOVERY')
  expect(JSON.stringify(preview.body)).not.toContain(token)
  expect(receiver.requests).toHaveLength(0)
  // It opens incidents, so the example is resolved again.
  const tested = await call('POST', `/v1/alert-channels/${id}/test`)
  expect(tested).toMatchObject({ status: 200, body: { outcome: 'sent', closed: true } })
  const states = () => receiver.requests.map(({ body }) => JSON.parse(body).state)
  expect(states()).toEqual(['ALERT_FAILURE', 'ALERT_RECOVERY'])

  const check = await call('POST', '/v1/checks/tcp', {
    name: 'Nothing listens here',
    frequency: 0,
    frequencyOffset: 10,
    locations: ['eu-west-1'],
    retryStrategy: null,
    alertChannelSubscriptions: [{ alertChannelId: id, activated: true }],
    request: { hostname: '127.0.0.1', port: await freePort() },
  })
  expect(check.status).toBe(201)
  await eventually('the alert', async () => receiver.requests.length > 2)
  expect(states()[2]).toBe('ALERT_FAILURE')
  expect(receiver.requests[2]?.headers['authorization']).toBe(`Board ${token}`)

  const log = await eventually('the entry of the log', async () => {
    const { body } = await call('GET', '/v1/alert-notifications')
    return JSON.stringify(body).includes('SUCCESS') && body
  })
  expect(log).toMatchObject([{ status: 'SUCCESS', notificationResult: 'HTTP 200: pinned', alertChannelId: id, type }])
  expect(JSON.stringify(log)).not.toContain(token)
})
