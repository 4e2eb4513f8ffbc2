import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#storage/database'
import { openDatabaseOf } from '../support/database-of-service.ts'
import {
  commandEnvironment,
  eventually,
  freePort,
  journeyKey,
  removeDataDir,
  startServerProcess,
} from '../support/server-process.ts'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { FlakyTarget } from '../support/flaky-target.ts'

const main = join(import.meta.dirname, '../../src/cli/main.ts')
const dataDir = await initialisedDataDir()
const target = new FlakyTarget()
let server: ServerProcess
let db: Database
let readKey: string

const lists = `[${'[],'.repeat(1_700_000)}[]]`
const fields = `{${Array.from({ length: 350_000 }, (_, index) => `"k${index}":0`).join(',')}}`
const text = `{"name":"${'\\u00e9'.repeat(850_000)}"}`

beforeAll(async () => {
  await target.up()
  server = await startServerProcess({ dataDir, port: await freePort() })
  db = await openDatabaseOf(dataDir)
  const made = await promisify(execFile)(process.execPath, [main, 'keys', 'create', '--role', 'read-only'], {
    env: { ...commandEnvironment(), BELFRY_DATA_DIR: dataDir },
  })
  readKey = /\b\w+_[\w-]{20,}/.exec(made.stdout)?.[0] ?? ''
})

afterAll(async () => {
  await db.close()
  await server.stop()
  await target.down()
  removeDataDir(dataDir)
})

/** The status, or null when the connection was closed while the body was still being sent. */
const post = async (path: string, key: string, body: string): Promise<number | null> => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers, body }).catch(() => null)
  await answer?.arrayBuffer()
  return answer?.status ?? null
}

const flood = (count: number, path: string, key: string, body: string) =>
  Promise.all(Array.from({ length: count }, () => post(path, key, body)))

/** Not from the API, which rejects who reads as often as this test does when the machine is fast. */
const resultsOf = (checkId: string): Promise<{ outcome: string; hasErrors: boolean }[]> =>
  db.rows(`select outcome, has_errors from check_results where check_id = $1`, [checkId])

it('a flood of bodies that are costly to parse fails no run and holds up none', async () => {
  const request = { hostname: '127.0.0.1', port: target.port }
  const body = { name: 'Innocent', frequency: 0, frequencyOffset: 10, locations: ['eu-west-1'], request }
  const created = await server.call('POST', '/v1/checks/tcp', body)
  const checkId = (created.body as { id: string }).id
  await eventually('a first run', async () => (await resultsOf(checkId)).length > 0)
  const before = (await resultsOf(checkId)).length

  const answers = new Map<string, (number | null)[]>()
  while ((await resultsOf(checkId)).length < before + 2) {
    const rounds = [
      flood(10, '/v1/checks/api', 'bfu_nobody_has_this_key', lists),
      flood(10, '/v1/checks/api', readKey, lists),
      flood(5, '/v1/analytics/checks', readKey, lists),
      flood(5, '/v1/checks/api', journeyKey, lists),
      flood(2, '/v1/checks/api', journeyKey, fields),
      flood(2, '/v1/checks/api', journeyKey, text),
    ]
    for (const [index, statuses] of (await Promise.all(rounds)).entries())
      answers.set(String(index), [...(answers.get(String(index)) ?? []), ...statuses])
  }

  // A client may still be sending when it is rejected; the answer is the rejection, never a success or another error.
  const seen = [...answers.values()].map((statuses) => [...new Set(statuses)].filter((status) => status !== null))
  for (const [index, rejections] of [[401], [403], [413], [400], [400], [400]].entries())
    expect([...rejections, 429]).toEqual(expect.arrayContaining(seen[index] ?? []))
  const results = await resultsOf(checkId)
  expect(results.filter(({ outcome, hasErrors }) => outcome !== 'passed' || hasErrors)).toEqual([])
})
