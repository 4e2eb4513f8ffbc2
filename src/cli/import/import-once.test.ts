import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createClient } from '#client'
import { sources } from '#importing'
import type { ReadOrder, ReadOutcome } from '#importing'
import { SystemClock } from '#kernel'
import { useServer } from '../../../tests/support/test-server.ts'
import { OptionProblem } from '../apply/apply-options.ts'
import { importOnce } from './import-once.ts'
import { readImportOptions } from './import-options.ts'
import { readImportFiles } from './read-import-files.ts'
import { neededLines } from './report-text.ts'

const server = useServer()

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'belfry-import-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (name: string, text: string): string => {
  writeFileSync(join(root, name), text)
  return join(root, name)
}

/** In this process, without the limits of another. */
const read = async ({ source, files, choices }: ReadOrder): Promise<ReadOutcome> =>
  (await sources.find(({ name }) => name === source)?.read(files, choices)) ?? { problem: `There is no ${source}.` }

/** What the command printed, and its exit code. */
async function run(args: readonly string[], answer?: boolean, reading = read) {
  const printed: string[] = []
  const noted: string[] = []
  const options = readImportOptions(['urls', ...args])
  if (options === null) throw new Error('No source is named.')
  const code = await importOnce({
    client: () => createClient({ baseUrl: server.url, apiKey: server.key }),
    read: reading,
    options,
    terminal: {
      print: (text) => void printed.push(text),
      note: (text) => void noted.push(text),
      confirm: answer === undefined ? null : async () => answer,
    },
    api: { key: undefined, send: async () => ({ problem: 'Nothing is sent.' }), clock: new SystemClock() },
  })
  return { code, out: printed.join(''), notes: noted.join('') }
}

it('says what becomes of the files, asks, imports muted checks, and finds nothing to do the next time', async () => {
  const file = write('urls.txt', 'https://shop.example/\nftp://files.example\n')
  const report = `List of URLs: 1 check.
Fields: 1 exact, 0 approximated, 1 impossible, 0 unknown, 0 ignored.

Impossible:
  urls.txt:2 · This is no HTTP URL: correct it.
`
  const plan = `\n  + check shop.example\n\nPlan: 1 to create; 0 unchanged.\n`
  expect(await run([file, '--plan'])).toEqual({ code: 0, out: report + plan, notes: '' })
  expect(await run([file])).toMatchObject({ code: 3, notes: expect.stringContaining('--yes') })
  expect(await run([file], false)).toMatchObject({ code: 3 })
  const imported = `${report}${plan}Applied: 1 created.\nNew checks are muted until you start alerting: --go does.\n`
  expect(await run([file], true)).toEqual({ code: 0, out: imported, notes: '' })
  expect((await server.call('GET', '/v1/checks')).body).toMatchObject([{ name: 'shop.example', muted: true }])
  const again = await run([file, '--yes', '--json'])
  expect(JSON.parse(again.out)).toMatchObject({
    applied: false,
    counts: { exact: 1, impossible: 1 },
    diff: [{ logicalId: 'shop.example', action: 'UNCHANGED' }],
  })
})

it('compares what was imported with the tool, starts alerting, and undoes that', async () => {
  const file = write('urls.txt', 'https://shop.example/\nhttps://blog.example/\nhttps://new.example/\n')
  await run([file, '--yes'])
  const { checks } = JSON.parse((await run(['--compare', '--json'])).out)
  await server.call('PUT', `/v1/checks/url/${checks[0].id}`, { activated: false })
  const known = async (order: ReadOrder): Promise<ReadOutcome> => {
    const outcome = await read(order)
    if ('problem' in outcome) return outcome
    const state = { state: 'down', reason: 'connect\u001B[2J refused' } as const
    return { ...outcome, resources: outcome.resources.map((one) => ({ ...one, ...state })) }
  }
  const fresh = await run([file, '--compare'], undefined, known)
  expect(fresh).toMatchObject({ code: 1, notes: '' })
  expect(fresh.out).toMatch(
    /^List of URLs: 1 disagree, \d have not run yet, \d agree, 0 cannot be compared\. Its states/,
  )
  expect(fresh.out).toContain('\n  blog.example\n    there: down · connect refused\n    here:  paused\n')
  expect(fresh.out).toContain('\n3 muted: --go starts alerting.\n')
  expect(JSON.parse((await run(['--compare', '--json'])).out)).toMatchObject({
    counts: { disagree: 1, unknown: 0 },
    checks: [
      { name: 'blog.example', verdict: 'disagree', there: { state: 'down' }, here: { state: 'PAUSED' } },
      {},
      {},
    ],
  })

  const started = await run(['--go'])
  expect(started).toMatchObject({ code: 0, out: expect.stringContaining('Alerting started for 3 checks.') })
  expect(await run(['--go'])).toMatchObject({ code: 0, out: 'No imported check is muted.\n' })
  const id = /--undo (\S+)/.exec(started.out)?.[1] ?? ''
  expect(await run(['--undo', id])).toMatchObject({ code: 0, out: '3 checks muted again.\n' })
  expect((await server.call('GET', '/v1/checks')).body).toMatchObject([
    { muted: true },
    { muted: true },
    { muted: true },
  ])
  expect(() => readImportOptions(['urls', '--go', '--compare'])).toThrow('Give one of')
})

it('writes files that apply takes, without a service', async () => {
  const out = join(root, 'out')
  const file = write('urls.txt', 'https://shop.example/${env:HOME}\n')
  expect(await run([file, '--location', 'eu-west-1', '--out', out])).toMatchObject({ code: 0 })
  expect(readFileSync(join(out, 'project.yaml'), 'utf8')).toContain('logicalId: import-urls')
  const checks = readFileSync(join(out, 'checks.yaml'), 'utf8')
  expect(checks).toContain('url: https://shop.example/$${env:HOME}')
  expect(checks).toContain('muted: true')
  await expect(run([file, '--out', out])).rejects.toThrow('is not empty')
})

it('reads directories within limits, and refuses files that it cannot read with a sentence', async () => {
  mkdirSync(join(root, 'node_modules'))
  mkdirSync(join(root, 'team'))
  write('node_modules/a.txt', 'x')
  write('team/urls.txt', 'https://a.example')
  write('.hidden.txt', 'https://b.example')
  expect((await readImportFiles([root])).map(({ path }) => path)).toEqual(['.hidden.txt', 'team/urls.txt'])
  await expect(readImportFiles([root], { bytes: 20, files: 10 })).rejects.toThrow(OptionProblem)
  await expect(readImportFiles([root], { bytes: 100, files: 1 })).rejects.toThrow('more than 1 files')
  await expect(readImportFiles([join(root, 'none')])).rejects.toThrow('cannot be read')
  const [version] = await readImportFiles([`${server.url}/openapi.json`])
  expect([version?.path, JSON.parse(new TextDecoder().decode(version?.content)).openapi]).toEqual([
    'openapi.json',
    expect.any(String),
  ])
  await expect(readImportFiles([`${server.url}/openapi.json`], { bytes: 10, files: 1 })).rejects.toThrow('more than')
  await expect(readImportFiles([`${server.url}/v1/none`])).rejects.toThrow('it answers 40')
  expect(() => readImportOptions(['none', 'x'])).toThrow('There is no source "none"')
  expect(() => readImportOptions(['urls', 'x', '--map', 'eu'])).toThrow('--map NAME=LOCATION')
})

it('prints lines that say the same once, and nothing that controls a terminal', () => {
  const line = (item: string) => ({ item, field: 'proxy', fate: 'impossible' as const, note: 'None here.' })
  expect(neededLines(['a', 'b\u001B[2J', 'c', 'd', 'e'].map(line))).toEqual([
    '',
    'Impossible:',
    '  a, b, c and 2 more · proxy: None here.',
  ])
})
