import { execFile } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tcpServer } from '../support/local-servers.ts'
import { eventually, freePort, startServerProcess } from '../support/server-process.ts'
import type { ServerProcess } from '../support/server-process.ts'

const origin = join(import.meta.dirname, '../..')
const parts = join(origin, 'tests/support/echo-check-type')

/** The files of the synthetic type, by where they are kept. */
const files = {
  'contract/index.ts.txt': 'src/contract/check-types/echo/index.ts',
  'evaluation/echo.ts.txt': 'src/evaluation/check-types/echo.ts',
  'diagnosis/echo.ts.txt': 'src/diagnosis/check-types/echo.ts',
  'probes/index.ts.txt': 'src/probes/echo/index.ts',
  'management/echo.ts.txt': 'src/management/check-types/echo.ts',
}
const descriptors = 'src/contract/check-types/index.ts'
/** The tables of the other halves, with the import and the line that each needs. */
const halves = {
  'src/evaluation/check-types/index.ts': [`import { ECHO } from './echo.ts'`, '  ECHO,\n'],
  'src/diagnosis/check-types/index.ts': [`import { ECHO } from './echo.ts'`, '  ECHO,\n'],
  'src/probes/probes.ts': [`import { ECHO } from './echo/index.ts'`, '  ECHO,\n'],
  'src/management/check-types/index.ts': [`import { echoRequestOf } from './echo.ts'`, '  ECHO: echoRequestOf,\n'],
} as const

/** The whole service, on a busy machine. */
const compileLimitMs = 600_000
const copy = mkdtempSync(join(tmpdir(), 'belfry-check-type-'))

/** Imports the type at the head of a table and adds its line before that of TCP, which every table has; once. */
function register(table: string, [importLine, row]: readonly [string, string]): void {
  const path = join(copy, table)
  const text = readFileSync(path, 'utf8')
  if (text.startsWith(importLine)) return
  const tableLine = /^ {2}TCP(?:,|:.*)$/m.exec(text)
  if (!tableLine) throw new Error(`${table} has no line of TCP.`)
  writeFileSync(path, `${importLine}\n${text.slice(0, tableLine.index)}${row}${text.slice(tableLine.index)}`)
}

function registerHalves(): void {
  for (const [table, lines] of Object.entries(halves)) register(table, lines)
}

/** The files of `src` that do not compile, tests and what runs in browsers aside. */
function filesWithErrors(): Promise<string[]> {
  const tsconfig = { extends: join(origin, 'tsconfig.json'), include: ['src'], exclude: ['**/*.test.ts', 'src/web'] }
  const compilerOptions = { incremental: false, tsBuildInfoFile: null, types: ['node'] }
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify({ ...tsconfig, compilerOptions }))
  const compiler = join(origin, 'node_modules/typescript/bin/tsc')
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, '-p', copy, '--pretty', 'false'], { cwd: copy }, (_error, stdout) => {
      resolve([...new Set([...stdout.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, file = '']) => file))].toSorted())
    })
  })
}

beforeAll(() => {
  cpSync(join(origin, 'src'), join(copy, 'src'), { recursive: true })
  copyFileSync(join(origin, 'package.json'), join(copy, 'package.json'))
  symlinkSync(join(origin, 'node_modules'), join(copy, 'node_modules'))
  for (const [from, to] of Object.entries(files)) {
    mkdirSync(dirname(join(copy, to)), { recursive: true })
    copyFileSync(join(parts, from), join(copy, to))
  }
  register(descriptors, [`import { ECHO } from './echo/index.ts'`, '  ECHO,\n'])
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

describe('a check type that the service does not have', () => {
  it('does not compile while one of its halves is missing from its table', { timeout: compileLimitMs }, async () => {
    expect(await filesWithErrors()).toEqual(Object.keys(halves).toSorted())
  })

  it('is created, runs, is retried and explained, and shows its result, its log and its metrics', async () => {
    registerHalves()
    const echo = await tcpServer((socket) => socket.pipe(socket))
    const server = await startServerProcess({
      port: await freePort(),
      dataDir: join(copy, 'data'),
      command: { program: process.execPath, args: [join(copy, 'src/cli/main.ts'), 'server'], cwd: copy },
    })
    const wrong = await tcpServer((socket) => socket.once('data', () => socket.end('wrong')))
    const seen = await walk(server, { echo: echo.port, wrong: wrong.port }).finally(() => server.stop())
    expect(seen.rejected).toMatchObject({ status: 400, body: { message: expect.stringContaining('port') } })
    const request = { hostname: '127.0.0.1', port: echo.port, text: 'ping', assertions: [] }
    expect(seen.created).toMatchObject({
      status: 201,
      body: {
        checkType: 'ECHO',
        request,
        degradedResponseTime: 3000,
        retryStrategy: { baseBackoffSeconds: 0, maxRetries: 2 },
      },
    })
    expect(seen.example).toMatchObject({ status: 201, body: { checkType: 'ECHO', name: 'Echo server' } })
    expect(seen.failed).toMatchObject({ hasFailures: true, attempts: 3, resultType: 'FINAL' })
    const evidence = expect.arrayContaining([expect.objectContaining({ description: 'The server sent back "wrong".' })])
    expect(seen.analysis).toMatchObject({ checkType: 'ECHO', provider: 'belfry', analysis: { evidence } })
    expect(seen.result.body).toMatchObject({
      hasFailures: false,
      echoCheckResult: { response: { data: 'ping' }, requestError: null },
    })
    expect(seen.log).toContain('Echo (ECHO), eu-west-1')
    expect(seen.log).toContain('data of 4 characters')
    const series = [{ data: [{ total_avg: expect.any(Number) }] }]
    expect(seen.analytics).toMatchObject({ status: 200, body: { checkType: 'ECHO', series } })
    const metrics = [{ checkType: 'ECHO', availability: 100, responseTime_avg: expect.any(Number) }]
    expect(seen.metrics.body).toMatchObject(metrics)
  })
})

const idOf = (body: unknown): string => String(Reflect.get(Object(body), 'id'))

/** What a user of the type gets from the API, one thing after another. */
async function walk(server: ServerProcess, ports: { readonly echo: number; readonly wrong: number }) {
  const request = { hostname: '127.0.0.1', port: ports.echo, text: 'ping' }
  const checkBody = { name: 'Echo', frequency: 0, frequencyOffset: 10, locations: ['eu-west-1'], request }
  const rejected = await server.call('POST', '/v1/checks/echo', { ...checkBody, request: { ...request, port: 0 } })
  const created = await server.call('POST', '/v1/checks/echo', checkBody)
  const id = idOf(created.body)
  const { ECHO } = await import(join(copy, 'src/contract/check-types/echo/index.ts'))
  const example = await server.call('POST', '/v1/checks/echo', { ...ECHO.example, activated: false })
  const failing = await server.call('POST', '/v1/checks/echo', {
    ...checkBody,
    request: { ...request, port: ports.wrong },
  })
  const listed = await eventually('a result', async () => {
    const { body } = await server.call('GET', `/v1/check-results/${id}?limit=1`)
    return Array.isArray(body) && body.length > 0 && { first: body[0] as unknown }
  })
  const resultPath = `/v1/check-results/${id}/${idOf(listed.first)}`
  const result = await server.call('GET', resultPath)
  const log = await logOf(server, resultPath)
  const analytics = await server.call('GET', `/v1/analytics/echo/${id}?metrics=total_avg&quickRange=last24Hours`)
  const metrics = await server.call('POST', '/v1/analytics/checks?quickRange=last24Hours', { checkIds: [id] })
  return {
    rejected,
    created,
    example,
    result,
    log,
    analytics,
    metrics,
    ...(await failureOf(server, idOf(failing.body))),
  }
}

/** The first final result of a failing check, and what the rules say of its errors. */
async function failureOf(server: ServerProcess, id: string) {
  const failed = await eventually('a failure after all retries', async () => {
    const { body } = await server.call('GET', `/v1/check-results/${id}?limit=1&resultType=FINAL`)
    return Array.isArray(body) && body.length > 0 && { first: body[0] as unknown }
  })
  const groups = await server.call('GET', `/v1/error-groups/checks/${id}`)
  const group = idOf(Object(groups.body)[0])
  const asked = await server.call('POST', `/v1/root-cause-analyses/error-groups/${group}`)
  const analysis = await eventually('an analysis', async () => {
    const { status, body } = await server.call('GET', `/v1/root-cause-analyses/${idOf(asked.body)}`)
    return status === 200 && { body }
  })
  return { failed: failed.first, analysis: analysis.body }
}

async function logOf(server: ServerProcess, resultPath: string): Promise<string> {
  const { body } = await server.call('GET', `${resultPath}/assets`)
  const assets: readonly { readonly name: string; readonly url: string }[] = Reflect.get(Object(body), 'assets')
  const log = assets.find(({ name }) => name === 'run.log')
  if (!log) throw new Error(`No log among ${JSON.stringify(body)}`)
  const { pathname, search } = new URL(log.url)
  return (await fetch(`${server.url}${pathname}${search}`)).text()
}
