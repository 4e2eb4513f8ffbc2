import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Observation, TaskCode, TaskScript } from '#contract'
import { certificates } from '../../../tests/support/certificates/read-certificates.ts'
import { httpServer } from '../../../tests/support/local-servers.ts'
import { plainScripts, startPlainProcess } from '../../../tests/support/plain-scripts.ts'
import { apiTask, probeTools } from '../../../tests/support/probe-tasks.ts'
import { observe } from '../index.ts'

const scripts = plainScripts()
const hasty = plainScripts({ timeLimitMs: 800 })

interface Scripts {
  readonly setup?: string | readonly string[]
  readonly teardown?: string | readonly string[]
  readonly snippets?: Record<string, string>
  readonly environment?: Record<string, string>
  readonly code?: Partial<TaskCode>
  readonly request?: Parameters<typeof apiTask>[0]
  readonly task?: object
}

const scriptsOf = (phase: string, given: string | readonly string[] = []): TaskScript[] =>
  [given].flat().map((script, index) => ({ title: `${phase} script ${index + 1}`, script }))

/** The requests that a server received, and the observation. The server repeats the request in its response. */
async function run(given: Scripts, answer?: string | Buffer, tools = {}) {
  const seen: { method: string; url: string; headers: Record<string, unknown>; body: string }[] = []
  const server = await httpServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
      response.setHeader('content-type', 'application/json')
      response.end(answer ?? JSON.stringify(seen.at(-1)))
    })
  })
  const url = `http://127.0.0.1:${server.port}/{{PLACE}}`
  const environment = { PLACE: 'orders', REQUEST_URL: url, ...given.environment }
  const code: TaskCode = {
    runtimeId: null,
    environment: Object.entries(environment).map(([key, value]) => ({ key, value, secret: key === 'TOKEN' })),
    snippets: Object.entries(given.snippets ?? {}).map(([name, script]) => ({ name, script })),
    setup: scriptsOf('setup', given.setup),
    teardown: scriptsOf('teardown', given.teardown),
    ...given.code,
  }
  const task = { ...apiTask({ url, ...given.request }), code, accountId: 'account', ...given.task }
  const observation = await observe(task, { ...probeTools, apiScripts: scripts, ...tools })
  return { observation, sent: seen[0], logs: observation.scriptLogs, found: observation.found }
}

const messages = (lines: Observation['log'] = []): string[] => lines.map(({ level, msg }) => `${level} ${msg}`)

describe('setup scripts', () => {
  test('change the request, one after the other, and the variables that its templates are filled with', async () => {
    const { sent, observation } = await run({
      setup: [
        `request.headers['x-first'] = 'one'; process.env.PLACE = 'a b'; process.env.NEW = 'fresh'`,
        `request.headers['x-second'] = request.headers['x-first'] + process.env.NEW
         request.queryParameters.page = '2'; request.method = 'post'
         request.body = JSON.stringify({ id: 7, place: '{{NEW}}' }); delete request.headers['x-old']`,
      ],
      request: {
        headers: [
          { key: 'x-old', value: '1', locked: false },
          { key: 'x-kept', value: '{{NEW}}', locked: false },
        ],
      },
    })
    expect(sent).toMatchObject({
      method: 'POST',
      url: '/a%20b?page=2',
      headers: { 'x-first': 'one', 'x-second': 'onefresh', 'x-kept': 'fresh' },
      body: '{"id":7,"place":"fresh"}',
    })
    expect(sent?.headers).not.toHaveProperty('x-old')
    expect(observation.failure).toBeNull()
  })

  test('sign the request with the crypto of Node.js', async () => {
    const { sent } = await run({
      setup: `const { createHmac } = require('node:crypto')
              request.headers.signature = createHmac('sha256', process.env.TOKEN).update(request.body).digest('hex')`,
      environment: { TOKEN: 'key of the shop' },
      request: { method: 'POST', body: 'an order', bodyType: 'RAW' },
    })
    expect(sent?.headers['signature']).toBe(createHmac('sha256', 'key of the shop').update('an order').digest('hex'))
  })

  test('load snippets, which load each other, packages of the runtime, and modules by import()', async () => {
    const { observation, logs } = await run({
      snippets: {
        first: `module.exports = async () => (await null, require('./second.js') + process.env.PLACE)`,
        second: `module.exports = 'of '`,
      },
      setup: `const first = require('./snippets/first')
              const { LRUCache } = await import('lru-cache')
              console.log(await first(), typeof LRUCache, typeof require('dayjs'), globalThis.fetch !== undefined)`,
    })
    expect(observation.failure).toBeNull()
    expect(messages(logs?.setup)).toEqual(['INFO of orders function function true'])
  })

  test('see only the variables of their run', async () => {
    const { logs } = await run({ setup: `console.log(Object.keys(process.env).toSorted().join())` })
    expect(messages(logs?.setup)).toEqual(['INFO PLACE,REQUEST_URL'])
  })

  test('write a log with levels and times of the run, of anything they like', async () => {
    const { logs, observation } = await run({
      setup: `const a = { n: 1 }; a.self = a
              console.log('plain', 3, a); console.warn('careful'); console.error(new Map([[1, 2]])); console.debug('d')
              console.info({ get bad() { throw new Error('x') } }); process.stdout.write('raw\\n')`,
    })
    expect(messages(logs?.setup)).toEqual(
      expect.arrayContaining([
        'INFO plain 3 <ref *1> { n: 1, self: [Circular *1] }',
        'WARN careful',
        'ERROR Map(1) { 1 => 2 }',
        'DEBUG d',
        'INFO { bad: [Getter] }',
        'INFO raw',
      ]),
    )
    for (const { time } of logs?.setup ?? []) {
      expect(time).toBeGreaterThanOrEqual(observation.startedAt - 1)
      expect(time).toBeLessThanOrEqual(observation.stoppedAt + 1)
    }
  })

  test('may log endlessly and keep a bounded part', async () => {
    const { logs, observation } = await run({
      setup: `for (let n = 0; n < 20_000; n += 1) console.log('x'.repeat(200))`,
    })
    expect(observation.failure).toBeNull()
    expect(logs?.setup.length).toBeLessThanOrEqual(2001)
    expect(JSON.stringify(logs).length).toBeLessThan(600_000)
    expect(logs?.setup.at(-1)?.msg).toBe('Further output of the scripts is not kept.')
  })

  test.each([
    ['throws', `\n  throw new TypeError('no token')`, 'failed: TypeError: no token (script.js:2:9)'],
    ['throws in a snippet', `require('./snippets/bad')()`, 'failed: Error: from afar (snippets/bad.js:1:32)'],
    ['throws something else', `throw { code: 7 }`, 'failed: { code: 7 } was thrown'],
    ['rejects', `await Promise.reject(new Error('late'))`, 'failed: Error: late (script.js:1:22)'],
    [
      'throws where nobody waits',
      `setTimeout(() => { throw new Error('stray') }); await new Promise(() => {})`,
      'failed: Error: stray (script.js:1:26)',
    ],
    ['does not parse', `const a = 1\nconst b = ;`, "failed: SyntaxError: Unexpected token ';' (script.js:2)"],
    ['has a brace too much', `if (true) {} }; {`, 'failed: SyntaxError: '],
    ['imports as a module', `import axios from 'axios'`, 'load modules with require(…)'],
    ['needs files', `require('fs')`, 'The module "fs" is not available in scripts of API checks.'],
    ['starts programs', `require('node:child_process')`, 'The module "node:child_process" is not available'],
    ['needs a missing package', `require('left-padding')`, 'The package "left-padding" is not part of the runtime.'],
    ['needs a missing snippet', `require('./snippets/gone')`, 'No file "./snippets/gone" beside script.js'],
    ['exits', `process.exit(3)`, 'ended its process with exit code 3 before it finished'],
    ['removes the request', `request = null`, 'request must stay an object'],
    ['leaves an object as body', `request.body = { a: 1 }`, 'request.body must be a string. Use JSON.stringify'],
    ['leaves no method', `request.method = 'FETCH'`, 'request.method must be one of GET'],
    ['leaves no URL', `request.url = 5`, 'request.url must be a string'],
    ['leaves an object as header', `request.headers.a = []`, 'request.headers["a"] must be a string'],
    ['splits headers', `request.headers['a\\r\\nb'] = 'c'`, 'request.headers["a\\r\\nb"] cannot be sent'],
    [
      'pollutes headers',
      `request.headers = JSON.parse('{"__proto__": "x"}')`,
      'request.headers["__proto__"] cannot be sent',
    ],
    ['leaves no headers', `request.headers = 'x: y'`, 'request.headers must be an object'],
    ['leaves what JSON has not', `request.body = 10n`, 'The request cannot be passed on'],
    ['leaves a circle', `request.headers.a = request`, 'The request cannot be passed on'],
    ['leaves too much', `request.body = 'x'.repeat(300_000)`, 'left a request of more than 256 KB'],
    ['breaks JSON', `JSON.stringify = () => '{'; Object.prototype.toJSON = () => 'x'`, 'request must stay an object'],
  ])('end the run before its request when one %s', async (_what, setup, message) => {
    const { observation, sent, logs } = await run({
      setup,
      snippets: { bad: `module.exports = () => { throw new Error('from afar') }` },
    })
    expect(sent).toBeUndefined()
    expect(observation).toMatchObject({
      answer: null,
      failure: {
        kind: 'script',
        code: 'ESETUP',
        message: expect.stringMatching(/^The setup script 1 /),
        isNetworkError: false,
      },
    })
    expect(observation.failure?.message).toContain(message)
    expect(logs?.teardown).toEqual([])
  })

  test('that fail leave their error in the log, without paths of this machine', async () => {
    const { logs } = await run({ setup: `console.log('before')\nrequire('dayjs')(null).format(Symbol()); null.x` })
    expect(messages(logs?.setup)[0]).toBe('INFO before')
    expect(messages(logs?.setup)[1]).toMatch(/^ERROR TypeError: [^\n]+\n {4}at script\.js:2:\d+$/)
  })

  test('may not change the URL when a client certificate was chosen for it', async () => {
    const { cert, key } = { cert: certificates.client.cert, key: certificates.client.key }
    const clientCertificate = { path: null, cert, key, ca: null, passphrase: null }
    for (const setup of [`request.url = 'https://elsewhere.example/'`, `process.env.HOST = 'elsewhere.example'`]) {
      const url = 'https://{{HOST}}/'
      const environment = { HOST: 'shop.example', REQUEST_URL: 'https://shop.example/' }
      const { observation } = await run({ setup, environment, request: { url }, task: { clientCertificate } })
      expect(observation.failure?.message).toContain('Setup changed request.url')
    }
  })

  test('cannot fill a template that does not parse, and the run says so', async () => {
    const { observation } = await run({ setup: `request.body = '{{#if'` })
    expect(observation.failure).toMatchObject({ code: 'EPREPARE', message: expect.stringContaining('request.body') })
  })

  test('find secrets at run time, which the runner hides', async () => {
    const { found } = await run({
      setup: `process.env.SERVICE_SECRET_SESSION = 'made just now'; process.env.TOKEN = 'second token'; process.env.OPEN = 'x'`,
      environment: { TOKEN: 'first token' },
      request: { headers: [{ key: 'x-key', value: 'key-{{TOKEN}}', locked: true }] },
    })
    expect([...(found?.secrets ?? [])].toSorted()).toEqual(['key-second%20token', 'made just now', 'second token'])
    expect(found?.request).toMatchObject({ url: expect.stringContaining('/orders') })
  })
})

describe('teardown scripts', () => {
  test('see the request as it was sent and the response, and change the body that assertions see', async () => {
    const { observation, logs } = await run(
      {
        setup: `process.env.KEPT = 'by setup'`,
        teardown: [
          `console.log(response.statusCode, response.statusText, response.headers['content-type'], typeof response.timingPhases.total)
           console.log(request.url.endsWith('/orders'), process.env.REQUEST_URL === request.url, process.env.KEPT)
           const body = JSON.parse(response.body); delete body.noise; response.body = JSON.stringify(body)`,
          `response.body = response.body.replace('1', '2'); response.statusCode = 500`,
        ],
      },
      '{"value":1,"noise":true}',
    )
    expect(messages(logs?.teardown)).toEqual(['INFO 200 OK application/json number', 'INFO true true by setup'])
    expect(observation.answer).toMatchObject({ status: 200, body: '{"value":2}' })
    expect(observation.responseTimeMs).toBe(observation.answer?.timingPhases.total)
  })

  test('that fail fail the run, and neither the others nor the response', async () => {
    const { observation, logs } = await run(
      { teardown: [`throw new Error('gone wrong')`, `console.log('still runs')`] },
      'body',
    )
    expect(observation.answer).toMatchObject({ status: 200, body: 'body' })
    expect(observation.scriptFailures).toEqual(['The teardown script 1 failed: Error: gone wrong (script.js:1:7)'])
    expect(messages(logs?.teardown).at(-1)).toBe('INFO still runs')
  })

  test('do not run without a response', async () => {
    const { observation } = await run({ teardown: `throw new Error('ran')`, request: { url: 'http://127.0.0.1:1/' } })
    expect(observation).toMatchObject({ failure: { code: 'ECONNREFUSED' } })
    expect(observation).not.toHaveProperty('scriptFailures')
  })

  test('see the first 256 KB of a large body, and leave the rest to the assertions', async () => {
    const large = JSON.stringify({ text: 'ä'.repeat(200_000) })
    const { observation, logs } = await run({ teardown: `console.log(response.body.length <= 262144)` }, large)
    expect(messages(logs?.teardown)).toEqual([
      'WARN Teardown sees the first 256 KB of the body; assertions see all of it.',
      'INFO true',
    ])
    expect(observation.answer?.body).toBe(large)
  })

  test.each([
    ['no string', `response.body = 5`, 'not a string'],
    ['too much', `response.body = 'x'.repeat(300_000)`, 'more than 256 KB'],
    ['no response', `response = undefined`, 'not a string'],
  ])('that leave %s as body fail the run', async (_what, teardown, message) => {
    const { observation } = await run({ teardown }, 'body')
    expect(observation.scriptFailures).toEqual([expect.stringContaining(message)])
    expect(observation.answer?.body).toBe('body')
  })
})

describe('scripts', () => {
  test('that cannot run on this machine end the run with the reason, as a fault of the service', async () => {
    const off = plainScripts({ findProblem: () => Promise.resolve('user namespaces are off.') })
    const { observation, sent } = await run({ setup: '1' }, undefined, { apiScripts: off })
    expect(sent).toBeUndefined()
    expect(observation).toMatchObject({
      failure: { code: 'ENOSCRIPTS', message: expect.stringContaining('user namespaces are off.') },
      found: { isServiceFault: true },
    })
  })

  test('of an old runtime say what ran them', async () => {
    const { logs } = await run({ setup: '1', code: { runtimeId: '2023.02' } })
    expect(messages(logs?.setup)).toEqual(['WARN 2023.02 is old.'])
  })

  test('that never end are ended, without delaying the run for long', async () => {
    const { observation } = await run({ setup: `for (;;);` }, undefined, { apiScripts: hasty })
    expect(observation.failure?.message).toBe('The setup script 1 did not finish within 0.8 seconds.')
  })

  test('of teardown that never end leave the response to the assertions', async () => {
    const { observation } = await run({ teardown: [`await new Promise(() => {})`, '1'] }, 'body', { apiScripts: hasty })
    expect(observation.answer?.body).toBe('body')
    expect(observation.scriptFailures).toEqual([
      'The teardown script 1 did not finish within 0.8 seconds.',
      expect.stringContaining('The teardown script 2 did not run'),
    ])
  })

  test('leave no process behind', async () => {
    const processes: Promise<unknown>[] = []
    const counting = plainScripts({
      takeProcess: async (runtime) => {
        const started = await startPlainProcess(runtime)
        processes.push(started.ended)
        return started
      },
    })
    await run({ setup: `setInterval(() => {}, 1)`, teardown: '1' }, 'x', { apiScripts: counting })
    await run({ setup: `throw 1` }, 'x', { apiScripts: counting })
    expect(await Promise.all(processes)).toHaveLength(2)
  })
})
