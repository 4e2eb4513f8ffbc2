import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Planted {
  readonly rule: string
  readonly file: string
  readonly text: string
  readonly says?: string
}

const root = resolve(import.meta.dirname, '../..')
const lines = (count: number) => `${'export {}\n'.repeat(count)}`
const body = (count: number) => `export function long(): void {\n${'  void 0\n'.repeat(count)}}\n`
const branches = (count: number) =>
  `export function maze(n: number): number {\n${Array.from({ length: count }, (_, i) => `  if (n === ${i}) return ${i}\n`).join('')}  return -1\n}\n`

const planted: readonly Planted[] = [
  {
    rule: 'rooms(imports)',
    file: 'src/probes/reach.ts',
    text: `import { rows } from '#storage/checks'\nexport const a = rows\n`,
    says: `room 'probes' may not import 'storage'`,
  },
  {
    rule: 'rooms(imports)',
    file: 'src/probes/reach-type.ts',
    text: `import type { Row } from '#storage/checks'\nexport type A = Row\n`,
    says: `room 'probes' may not import 'storage'`,
  },
  {
    rule: 'rooms(imports)',
    file: 'src/probes/reach-path.ts',
    text: `export { fault } from '../kernel/fault.ts'\n`,
    says: `by its door, '#kernel'`,
  },
  {
    rule: 'rooms(imports)',
    file: 'src/probes/reach-late.ts',
    text: `export const late = () => import('#storage/checks')\n`,
    says: `room 'probes' may not import 'storage'`,
  },
  {
    rule: 'rooms(imports)',
    file: 'src/probes/reach-self.ts',
    text: `export { a } from '#probes'\n`,
    says: 'by relative path',
  },
  {
    rule: 'rooms(imports)',
    file: 'src/probes/no-room.ts',
    text: `export { a } from '#attic'\n`,
    says: `no room 'attic'`,
  },
  ...['#storage', '#storage/attic', '#kernel/clock'].map((door, index) => ({
    rule: 'rooms(imports)',
    file: `tests/no-door-${index}.test.ts`,
    text: `export { a } from '${door}'\n`,
    says: `'${door}' is no door`,
  })),
  {
    rule: 'rooms(imports)',
    file: 'src/probes/outside.ts',
    text: `export { a } from '../../tests/support/a.ts'\n`,
    says: 'outside src',
  },
  {
    rule: 'rooms(imports)',
    file: 'tests/reach.test.ts',
    text: `export { fault } from '../src/kernel/fault.ts'\n`,
    says: `by its door, '#kernel'`,
  },
  ...[
    ['Math.random()', 'Math.random'],
    ['crypto.randomUUID()', 'crypto.randomUUID'],
    ['process.env', 'process'],
    ['console.log(1)', 'console'],
    [`fetch('http://localhost')`, 'fetch'],
  ].map(([expression = '', name = ''], index) => ({
    rule: 'rooms(touch)',
    file: `src/alerting/touch-${index}.ts`,
    text: `export const a = () => ${expression}\n`,
    says: `room 'alerting' may not touch ${name}; take it as an argument`,
  })),
  ...[
    ['() => Date.now()', 'Date.now'],
    ['() => new Date()', 'new Date()'],
    ['() => Date()', 'new Date()'],
    ['() => performance.now()', 'performance'],
    ['() => setTimeout(() => 0, 1)', 'setTimeout'],
    ['() => globalThis.setInterval(() => 0, 1)', 'setInterval'],
    ['() => AbortSignal.timeout(1)', 'AbortSignal.timeout'],
    [`() => import('node:timers/promises')`, 'node:timers/promises'],
    ['() => new SystemClock()', 'new SystemClock()'],
    ['() => new LRUCache({ max: 1, ttl: 1 })', `'ttl' without 'perf'`],
  ].map(([expression = '', name = ''], index) => ({
    rule: 'rooms(time)',
    file: `src/egress/time-${index}.ts`,
    text: `import { SystemClock } from '#kernel'\nimport { LRUCache } from 'lru-cache'\nexport const a = [SystemClock, LRUCache, ${expression}]\n`,
    says: `${name} is real time: take a clock as an argument`,
  })),
  {
    rule: 'rooms(time)',
    file: 'src/server/time-hooks.ts',
    text: `import { performance as steady } from 'node:perf_hooks'\nexport const a = steady\n`,
    says: 'performance is real time',
  },
  ...['`select now() as at`', `'update a set b = current_timestamp'`].map((sql, index) => ({
    rule: 'rooms(time)',
    file: `src/storage/time-${index}.ts`,
    text: `export const a = ${sql}\n`,
    says: 'the time of the database is real time',
  })),
  {
    rule: 'rooms(touch)',
    file: 'src/alerting/files.ts',
    text: `import { readFileSync } from 'fs'\nexport const a = readFileSync\n`,
    says: `may not touch node:fs`,
  },
  {
    rule: 'rooms(egress)',
    file: 'src/probes/open-named.ts',
    text: `import { connect } from 'node:net'\nexport const a = connect\n`,
    says: `may not open node:net connect`,
  },
  {
    rule: 'rooms(egress)',
    file: 'src/probes/open-namespace.ts',
    text: `import * as secure from 'node:tls'\nexport const a = () => secure.connect({})\n`,
    says: 'may not open node:tls connect',
  },
  {
    rule: 'rooms(egress)',
    file: 'src/probes/open-default.ts',
    text: `import https from 'node:https'\nexport const a = () => https.request('https://localhost')\n`,
    says: 'may not open node:https request',
  },
  {
    rule: 'rooms(egress)',
    file: 'src/probes/open-late.ts',
    text: `export const a = () => import('node:dgram')\n`,
    says: 'by a dynamic import',
  },
  {
    rule: 'rooms(egress)',
    file: 'src/mcp/open-fetch.ts',
    text: `export const a = () => fetch('http://localhost')\n`,
    says: `take the connecting function from '#egress'`,
  },
  {
    rule: 'rooms(faults)',
    file: 'src/runs/bare.ts',
    text: `export function a(): never {\n  throw new Error('no')\n}\n`,
    says: 'throw a Fault',
  },
  {
    rule: 'rooms(mocks)',
    file: 'src/alerting/mocked.test.ts',
    text: `import { vi } from 'vitest'\nvi.mock('./a.ts')\n`,
    says: 'pass a fake as an argument',
  },
  ...[
    [
      `import { setTimeout } from 'node:timers/promises'\nawait setTimeout(1)`,
      'node:timers/promises waits for seconds',
    ],
    ['setTimeout(() => {}, 1)', 'setTimeout waits for seconds'],
    ['page.waitForTimeout(1)', 'waitForTimeout waits for seconds'],
    ['systemClock.sleep(1)', 'sleep waits for seconds'],
    ['vi.waitFor(() => {})', 'use expect.poll or eventually'],
    [`it('a', () => {}, 1)`, 'only the limit that all tests have'],
    [`it.each([1])('%s', async () => {}, limitMs)`, 'only the limit that all tests have'],
    [`it('a', { timeout: 1 }, () => {})`, 'only the limit that all tests have'],
    ['beforeAll(() => {}, 1)', 'only the limit that all tests have'],
    ['expect.poll(() => 1, { timeout: 1 })', 'only the limit that all tests have'],
    [`spawn('a', [], { timeout: 2 * minuteMs })`, 'only the limit that all tests have'],
    [`eventually('a', async () => true, 1)`, 'only the limit that all tests have'],
    ['AbortSignal.timeout(1)', 'only the limit that all tests have'],
  ].map(([text = '', says = ''], index) => ({
    rule: 'rooms(test-waits)',
    file: `tests/simulation/waits-${index}.test.ts`,
    text: `${text}\n`,
    says,
  })),
  {
    rule: 'rooms(sandboxes)',
    file: 'tools/sandbox.ts',
    text: `import vm from 'node:vm'\nexport const a = vm\n`,
    says: 'child process',
  },
  {
    rule: 'rooms(file-names)',
    file: 'src/alerting/utils.ts',
    text: `export {}\n`,
    says: 'name it after its main export',
  },
  {
    rule: 'rooms(columns)',
    file: 'src/runs/column.ts',
    text: `export const a = (row: { check_id: string }) => row\n`,
    says: `'check_id' is the name of a column`,
  },
  {
    rule: 'rooms(feature-imports)',
    file: 'src/web/features/reports/reports-screen.tsx',
    text: `import { a } from '../rota/rota.ts'\nexport const b = a\n`,
    says: `a screen of 'rota' is not for others`,
  },
  {
    rule: 'rooms(feature-imports)',
    file: 'src/web/ui/of-feature.ts',
    text: `export type { A } from '../features/rota/rota.ts'\n`,
    says: 'beside features/',
  },
  {
    rule: 'rooms(feature-operations)',
    file: 'src/web/features/reports/report-actions.ts',
    text: `import { call } from '../../api/call.ts'\nexport const a = () => call('signOut')\n`,
    says: `'call' belongs into the api.ts of the feature`,
  },
  { rule: 'eslint(max-lines-per-function)', file: 'src/web/features/reports/long.tsx', text: body(80) },
  { rule: 'rooms(file-names)', file: 'src/alerting/shared/plan.ts', text: `export {}\n`, says: `'shared'` },
  { rule: 'unicorn(filename-case)', file: 'src/alerting/camelCase.ts', text: `export {}\n` },
  { rule: 'eslint(max-lines)', file: 'src/alerting/long-file.ts', text: lines(301) },
  { rule: 'eslint(max-lines)', file: 'src/alerting/long-file.test.ts', text: lines(501) },
  { rule: 'eslint(max-lines-per-function)', file: 'src/alerting/long-function.ts', text: body(60) },
  { rule: 'eslint(complexity)', file: 'src/alerting/maze.ts', text: branches(11) },
  {
    rule: 'eslint(max-params)',
    file: 'src/alerting/many.ts',
    text: `export const a = (b: 1, c: 1, d: 1, e: 1, f: 1) => b + c + d + e + f\n`,
  },
  {
    rule: 'typescript(no-explicit-any)',
    file: 'src/alerting/any.ts',
    text: `export const a = (b: any): unknown => b\n`,
  },
  {
    rule: 'typescript(no-non-null-assertion)',
    file: 'src/alerting/bang.ts',
    text: `export const a = (b?: string) => b!.length\n`,
  },
  { rule: 'import(no-default-export)', file: 'src/alerting/nameless.ts', text: `export default 1\n` },
  {
    rule: 'import(no-cycle)',
    file: 'src/alerting/one.ts',
    text: `export { b } from './other.ts'\nexport const a = 1\n`,
  },
  {
    rule: 'typescript(no-floating-promises)',
    file: 'src/alerting/floating.ts',
    text: `const later = async () => 1\nexport const a = () => {\n  later()\n}\n`,
  },
  {
    rule: 'typescript(switch-exhaustiveness-check)',
    file: 'src/alerting/unfinished.ts',
    text: `export function a(b: 'x' | 'y'): number {\n  switch (b) {\n    case 'x':\n      return 1\n  }\n  return 2\n}\n`,
  },
]

const allowed: readonly (readonly [string, string])[] = [
  ['src/alerting/other.ts', `export { a } from './one.ts'\nexport const b = 1\n`],
  ['src/storage/checks/index.ts', `export interface Row {\n  id: string\n}\nexport const rows: Row[] = []\n`],
  [
    'src/egress/open.ts',
    `import { connect } from 'node:net'\nimport { request } from 'node:https'\nexport const a = [connect, request]\n`,
  ],
  ['src/probes/given.ts', `import { isIP } from 'node:net'\nexport const a = (fetch: typeof isIP) => fetch('::1')\n`],
  ['src/alerting/at.ts', `export const a = (at: number) => new Date(at).toISOString()\n`],
  ['src/probes/icmp/listed.ts', `export const a = () => [performance.now(), setTimeout(() => 0, 1)]\n`],
  [
    'src/storage/given.ts',
    `import { LRUCache } from 'lru-cache'\nexport const a = (perf: { now(): number }) => new LRUCache({ max: 1, ttl: perf.now(), perf })\n`,
  ],
  ['src/kernel/fault.ts', `export function fault(): never {\n  throw new Error('a broken promise')\n}\n`],
  [
    'src/alerting/door.test.ts',
    `import { rows } from '#storage/checks'\nexport const a = [rows, Date.now(), process.env]\n`,
  ],
  [
    'tests/simulation/data.test.ts',
    `import { expect, test } from 'vitest'\ntest('a', () => {\n  expect({}).not.toMatchObject({ timeout: 10 })\n})\n`,
  ],
  ['src/web/features/rota/rota.ts', `export const a = 1\nexport type A = typeof a\n`],
  [
    'src/web/features/rota/api.ts',
    `import { call } from '../../api/call.ts'\nexport const a = () => call('signOut')\n`,
  ],
  ['src/web/api/call.ts', `export const call = (id: string) => id\n`],
  ['src/channels/column.ts', `export const a = { dedup_key: 1 }\n`],
  ['src/contract/operations/long-table.ts', lines(400)],
]

describe('the lint rules', () => {
  let project = ''
  let reports: { rule: string; file: string; message: string }[] = []

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'belfry-lint-'))
    await writeProject(project)
    reports = await lint(project)
  })
  afterAll(() => rm(project, { recursive: true, force: true }))

  it.each(planted)('report $rule in $file', ({ rule, file, says }) => {
    const here = reports.filter((report) => report.file === file && report.rule === rule)
    expect(here.map(({ message }) => message).join('\n')).toContain(says ?? '')
    expect(here).not.toEqual([])
  })

  it.each(allowed.slice(1).map(([file]) => file))('report nothing in %s', (file) => {
    expect(reports.filter((report) => report.file === file)).toEqual([])
  })

  it('are all planted above', async () => {
    const config: unknown = JSON.parse(await readFile(join(root, '.oxlintrc.json'), 'utf8'))
    const ours = Object.keys(Object(Object(config).rules)).filter((rule) => rule.startsWith('rooms/'))
    const tried = new Set(planted.map(({ rule }) => rule.replace('(', '/').replace(')', '')))
    expect(ours.filter((rule) => !tried.has(rule))).toEqual([])
  })
})

async function writeProject(project: string): Promise<void> {
  const config = await readFile(join(root, '.oxlintrc.json'), 'utf8')
  await writeFile(join(project, '.oxlintrc.json'), config.replace('./tools/lint', join(root, 'tools/lint')))
  for (const name of ['rooms.json', 'tsconfig.json', 'package.json']) await cp(join(root, name), join(project, name))
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'))
  for (const [file, text] of [...allowed, ...planted.map(({ file, text }) => [file, text] as const)]) {
    await mkdir(dirname(join(project, file)), { recursive: true })
    await writeFile(join(project, file), text)
  }
}

/** Runs oxlint as `npm run verify` does and gives its reports with paths relative to the tree. */
async function lint(project: string): Promise<{ rule: string; file: string; message: string }[]> {
  const command = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint')
  const output = await new Promise<string>((settle) => {
    const options = { cwd: project, maxBuffer: 64 * 1024 * 1024 }
    execFile(process.execPath, [command, '--format=json'], options, (_, stdout, stderr) => settle(stdout || stderr))
  })
  const found: { diagnostics: { code: string; filename: string; message: string; help?: string }[] } =
    JSON.parse(output)
  return found.diagnostics.map(({ code, filename, message }) => ({ rule: code, file: filename, message }))
}
