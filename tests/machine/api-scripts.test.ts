import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'
import { eventually, freePort, removeDataDir, startServerProcess } from '../support/server-process.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { testRuntimes } from '../support/test-runtimes.ts'
import { startWebReceiver } from '../support/web-receiver.ts'
import type { WebReceiver } from '../support/web-receiver.ts'

const dataDir = await initialisedDataDir()
const key = 'the key of the shop'
let server: ServerProcess
let receiver: WebReceiver
let shop: Server
let url: string

/** Answers only signed orders, with the order of the scripts that signed them. */
beforeAll(async () => {
  shop = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const signed = createHmac('sha256', key).update(body).digest('hex')
      const isSigned = request.headers['x-signature'] === signed && request.headers['x-again'] === signed
      response.writeHead(isSigned ? 200 : 401, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ orders: [1, 2, 3], steps: request.headers['x-steps'], echo: key }))
    })
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`
  receiver = await startWebReceiver((response) => response.end('thanks'))
  const { directory } = await testRuntimes().get('2026.04')
  const environment = { BELFRY_RUNTIMES_DIR: join(directory, '..') }
  server = await startServerProcess({ dataDir, port: await freePort(), environment })
})

afterAll(async () => {
  await server.stop()
  await receiver[Symbol.asyncDispose]()
  shop.closeAllConnections()
  shop.close()
  removeDataDir(dataDir)
})

async function create(path: string, body: object): Promise<unknown> {
  const created = await server.call('POST', path, body)
  expect(created).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) })
  return (created.body as { id: unknown }).id
}

const check = { frequency: 1, locations: ['eu-west-1'], retryStrategy: null }

/** The first result of a check. */
async function resultOf(id: unknown): Promise<unknown> {
  let found: unknown
  await eventually('a result', async () => {
    const { body } = await server.call('GET', `/v2/check-results/${String(id)}`)
    found = (body as { entries: unknown[] }).entries[0]
    return found !== undefined
  })
  return found
}

it('signs a request in setup, rewrites its response in teardown, and asserts on what they left', async () => {
  await server.call('POST', '/v1/variables', { key: 'SHOP_KEY', value: key, secret: true })
  await create('/v1/snippets', {
    name: 'sign',
    script: `const { createHmac } = require('node:crypto')
             module.exports = (text) => createHmac('sha256', process.env.SHOP_KEY).update(text).digest('hex')`,
  })
  const groupId = await create('/v2/check-groups', {
    name: 'Shop',
    localSetupScript: `request.headers['x-steps'] = 'group'; console.log('with', process.env.SHOP_KEY)`,
    localTearDownScript: `const seen = JSON.parse(response.body); seen.steps += ' group'; response.body = JSON.stringify(seen)`,
  })
  const id = await create('/v1/checks/api', {
    ...check,
    name: 'Orders',
    groupId,
    request: {
      method: 'POST',
      url,
      body: '{"id":7}',
      bodyType: 'JSON',
      assertions: [
        { source: 'JSON_BODY', property: '$.count', comparison: 'EQUALS', target: '3' },
        { source: 'JSON_BODY', property: '$.steps', comparison: 'EQUALS', target: 'group,check check group' },
      ],
    },
    localSetupScript: `const sign = require('./snippets/sign')
      const { HmacSHA256 } = require('crypto-js')
      request.headers['x-signature'] = sign(request.body)
      request.headers['x-again'] = HmacSHA256(request.body, process.env.SHOP_KEY).toString()
      request.headers['x-steps'] += ',check'`,
    localTearDownScript: `const { orders, steps, echo } = JSON.parse(response.body)
      response.body = JSON.stringify({ count: orders.length, steps: steps + ' check', echo })`,
  })
  const result = await resultOf(id)
  expect(result).toMatchObject({
    hasFailures: false,
    hasErrors: false,
    apiCheckResult: {
      response: {
        status: 200,
        body: JSON.stringify({ count: 3, steps: 'group,check check group', echo: '*********' }),
      },
      assertions: [{ passed: true }, { passed: true }],
    },
  })
  expect(JSON.stringify(result)).toContain('with *********')
  expect(JSON.stringify(result)).not.toContain(key)
})

it('fails and alerts when setup throws, and sends nothing', async () => {
  await create('/v1/alert-channels', { type: 'WEBHOOK', config: { name: 'receiver', url: receiver.url } })
  const id = await create('/v1/checks/api', {
    ...check,
    name: 'No token',
    request: { method: 'GET', url },
    localSetupScript: `\nthrow new Error('no token for ' + process.env.SHOP_KEY)`,
  })
  expect(await resultOf(id)).toMatchObject({
    hasFailures: true,
    hasErrors: false,
    apiCheckResult: {
      requestError: 'ESETUP: The setup script failed: Error: no token for ********* (script.js:2:7)',
      response: { status: 0 },
      assertions: [],
    },
  })
  await eventually('the alert', async () => receiver.requests.some(({ body }) => body.includes('No token')))
})
