import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { commandEnvironment } from '../support/server-process.ts'
import { useServer } from '../support/test-server.ts'

const modules = join(import.meta.dirname, '../../node_modules')
const server = useServer({ environment: () => ({ BELFRY_SERVICE_NAME: 'checkly' }) })
const target = createServer((request, response) => {
  response.writeHead(request.url === '/broken' ? 500 : 200).end('hello')
})
target.listen(0, '127.0.0.1')
await once(target, 'listening')
const { port } = target.address() as AddressInfo
const project = mkdtempSync(join(tmpdir(), 'belfry-tool-'))
afterAll(() => {
  target.close()
  rmSync(project, { recursive: true, force: true })
})

const code = `const { ApiCheck, TcpMonitor, AssertionBuilder } = require('checkly/constructs')
const request = (path) => ({
  method: 'GET', url: 'http://127.0.0.1:${port}' + path, assertions: [AssertionBuilder.statusCode().equals(200)],
})
new ApiCheck('good', { name: 'Good', tags: ['good'], request: request('/') })
new ApiCheck('degraded', { name: 'Degraded', tags: ['good'], degradedResponseTime: 0, request: request('/') })
new TcpMonitor('port', { name: 'Port', tags: ['good'], request: { hostname: '127.0.0.1', port: ${port} } })
new ApiCheck('bad', { name: 'Bad', tags: ['bad'], request: request('/broken') })`

const config = `const { defineConfig } = require('checkly')
module.exports = defineConfig({
  projectName: 'Shop', logicalId: 'shop', checks: { checkMatch: '**/*.check.js', locations: ['eu-west-1'] },
  cli: { runLocation: 'eu-west-1' },
})`

const tools = {
  '8.23.2': { package: 'checkly-8', program: 'bin/run' },
  '9.5.0': { package: 'checkly-9', program: 'bin/run.cjs' },
} as const

/** The directory of a project that uses this version of the tool. */
function projectOf(version: keyof typeof tools): string {
  const directory = join(project, version)
  mkdirSync(join(directory, 'node_modules'), { recursive: true })
  symlinkSync(join(modules, tools[version].package), join(directory, 'node_modules/checkly'))
  for (const [name, text] of Object.entries({
    'package.json': '{}',
    'checkly.config.js': config,
    'shop.check.js': code,
  }))
    writeFileSync(join(directory, name), text)
  return directory
}

describe.each(['8.23.2', '9.5.0'] as const)('the unmodified tool of version %s', (version) => {
  const directory = projectOf(version)

  async function run(...argv: string[]): Promise<{ readonly code: unknown; readonly text: string }> {
    const { package: name, program } = tools[version]
    const child = spawn(process.execPath, [join(modules, name, program), ...argv], {
      cwd: directory,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...commandEnvironment(),
        HOME: directory,
        CI: 'true',
        CHECKLY_ENV: 'local',
        CHECKLY_API_URL: server.url,
        CHECKLY_MQTT_URL: `${server.url.replace('http', 'ws')}/mqtt`,
        CHECKLY_API_KEY: server.key,
        CHECKLY_ACCOUNT_ID: await ownAccount(),
      },
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += String(part)))
    const [exitCode] = await once(child, 'close')
    return { code: exitCode, text }
  }

  it('tests checks live: degraded ones pass, failing ones fail with what they got', async () => {
    const good = await run('test', '--tags', 'good')
    expect(good).toMatchObject({ code: 0, text: expect.stringContaining('1 degraded, 2 passed, 3 total') })
    const bad = await run('test', '--tags', 'bad', '--retries', '1')
    expect(bad).toMatchObject({ code: 1, text: expect.stringContaining('Status Code: 500') })
  })

  it('starts them and leaves, and triggers saved ones', async () => {
    const detached = await run('test', '--tags', 'good', '--detach')
    expect(detached).toMatchObject({ code: 0, text: expect.stringContaining('Test session ID') })
    await server.as().create('/v1/checks/tcp', {
      name: 'Saved port',
      activated: true,
      locations: ['eu-west-1'],
      tags: [`saved-${version}`],
      request: { hostname: '127.0.0.1', port },
    })
    const triggered = await run('trigger', '--tags', `saved-${version}`)
    expect(triggered).toMatchObject({ code: 0, text: expect.stringContaining('1 passed, 1 total') })
  })
})

async function ownAccount(): Promise<string> {
  const { body } = await server.call('GET', '/next/accounts')
  return String(Object(Object(body)[0]).id)
}
