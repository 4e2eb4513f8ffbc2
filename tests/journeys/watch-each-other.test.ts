import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { minuteMs, secondMs } from '#kernel'
import { runBelfry } from '../support/run-command.ts'
import { useServer } from '../support/test-server.ts'
import type { TestServer } from '../support/test-server.ts'

const one = useServer()
const other = useServer()
const directory = mkdtempSync(join(tmpdir(), 'belfry-watch-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const watch = (...words: string[]) =>
  runBelfry(['watch', ...words], {
    directory,
    environment: { BELFRY_URL: one.url, BELFRY_API_KEY: one.key, BELFRY_OTHER_API_KEY: other.key },
  })

async function read(server: TestServer, path: string): Promise<readonly Record<string, unknown>[]> {
  const { body } = await server.call('GET', path)
  return body as readonly Record<string, unknown>[]
}

it('two installations watch each other by one command, and one that is gone is noticed by the other', async () => {
  const { code, stdout, stderr } = await watch(other.url, '--seconds', '60')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toBe(
    `${other.url} expects a ping of ${one.url} every 60 seconds.\n${one.url} expects a ping of ${other.url} every 60 seconds.\n`,
  )
  await Promise.all([one.advance(secondMs), other.advance(secondMs)])
  for (const server of [one, other]) {
    expect(await read(server, '/v1/outgoing-heartbeats')).toMatchObject([{ intervalSeconds: 60, problem: null }])
    expect(await read(server, '/v1/check-statuses')).toMatchObject([{ hasFailures: false }])
  }
  expect((await watch(other.url)).code, 'once more').toBe(0)
  expect(await read(other, '/v1/checks')).toHaveLength(1)
  await one.advance(secondMs)
  await one.crash()
  await other.advance(2 * minuteMs + 5 * secondMs)
  expect(await read(other, '/v1/check-statuses')).toMatchObject([{ hasFailures: true }])
  await one.start()
  await one.advance(minuteMs)
  await other.advance(secondMs)
  expect(await read(other, '/v1/check-statuses')).toMatchObject([{ hasFailures: false }])
  expect((await watch('--end', other.url)).code).toBe(0)
  for (const server of [one, other]) {
    expect(await read(server, '/v1/outgoing-heartbeats')).toEqual([])
    expect(await read(server, '/v1/checks')).toEqual([])
  }
})
