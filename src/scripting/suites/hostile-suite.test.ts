import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aShop, leavesReport, npmLock, startSuiteMachine } from '../../../tests/support/suite-projects.ts'
import type { SuiteChanges, SuiteMachine } from '../../../tests/support/suite-projects.ts'
import { maxLogBytes } from './suite-limits.ts'

let machine: SuiteMachine
beforeAll(async () => void (machine = await startSuiteMachine()))
afterAll(() => machine.close())

const run = (testCommand: string, changes: SuiteChanges = {}) =>
  machine.run(aShop('package-lock.json', npmLock), { installCommand: ':', testCommand, ...changes })

/** Processes of this machine whose command line has a text. */
const processesWith = (text: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(join('/proc', pid, 'cmdline'), 'utf8').includes(text)
    } catch {
      return false
    }
  })

const reportWith = (paths: readonly string[]): string => {
  const attachments = paths.map((path) => ({ name: 'trace', contentType: 'application/zip', path }))
  const suites = [{ specs: [{ tests: [{ status: 'expected', results: [{ attachments }] }] }] }]
  return `cat > "$HOME/report.json" <<'END'\n${JSON.stringify({ stats: { expected: 1 }, suites })}\nEND\n`
}

it('offers no file of a report that is a link, lies behind one, or is no plain file', async () => {
  const paths = ['link', 'folder/passwd', 'pipe', 'real', '../etc/passwd'].map((name) => `/work/${name}`)
  const plant = 'cd "$HOME"; ln -s /etc/passwd link; ln -s /etc folder; mkfifo pipe; echo yes > real\n'
  const { end } = await run(plant + reportWith(paths))
  expect([end.outcome, end.report?.files.map(({ path }) => path)]).toEqual(['passed', ['real']])
})

it.each([
  ['a link out of its directory', 'ln -s /etc/passwd "$HOME/report.json"'],
  ['a pipe', 'mkfifo "$HOME/report.json"'],
  ['not there, as its directory is not', 'rm -rf "$HOME"/* "$HOME"/.[a-z]*'],
  ['no report', 'echo lies > "$HOME/report.json"'],
])('fails when the report is %s', async (_what, command) => {
  const { end } = await run(command)
  expect(end).toMatchObject({ outcome: 'failed', report: null, problem: expect.stringContaining('left no report') })
})

it('fails when tests failed, whatever the command says, and when the command fails, whatever the report says', async () => {
  const failed = `printf '{"stats":{"unexpected":1},"suites":[]}' > "$HOME/report.json"`
  expect((await run(failed)).end.outcome).toBe('failed')
  expect((await run(`${leavesReport}; exit 2`)).end.outcome).toBe('failed')
})

it('ends a suite that writes without end, and keeps a bounded part of it', async () => {
  const { end, log } = await run('yes "$(head -c 500 /dev/zero | tr "\\0" x)"')
  expect([end.outcome, end.problem]).toEqual(['failed', expect.stringContaining('MB of output')])
  expect(log).toContain('longer than a log keeps')
  expect(Buffer.byteLength(log)).toBeLessThan(maxLogBytes + 1024 ** 2)
})

it('ends a suite that starts processes without end', async () => {
  const { end } = await run('for i in $(seq 1000); do sleep 876541 & done; wait')
  expect([end.outcome, end.problem]).toEqual(['failed', expect.stringContaining('processes')])
  expect(processesWith('876541')).toEqual([])
})

it('fails when the tests kill the process that runs them', async () => {
  const { end } = await run('kill -9 $PPID; sleep 876542')
  expect([end.outcome, end.problem]).toEqual(['failed', expect.stringContaining('The suite was ended')])
  expect(processesWith('876542')).toEqual([])
})

it('waits for no process that a command leaves behind, and ends it', async () => {
  const { end } = await run(`setsid sleep 876543 & ${leavesReport}`)
  expect([end.outcome, processesWith('876543')]).toEqual(['passed', []])
})

it.each([
  ['installation', { installCommand: 'sleep 876544', limits: { installMs: 300 } }],
  ['tests', { testCommand: 'sleep 876544', limits: { testMs: 300 } }],
])('ends the %s after its time', async (what, changes) => {
  const { end } = await run(leavesReport, changes)
  expect(end.problem).toMatch(new RegExp(`${what} took longer than 0.3 seconds`))
  expect(processesWith('876544')).toEqual([])
})

const stubborn = `trap "" TERM INT HUP; setsid sleep 876545 & echo has begun; sleep 876545`

it.each([
  ['is prepared', 'Preparing', {}],
  ['is unpacked', 'Unpacking', {}],
  ['is installed', 'has begun', { installCommand: stubborn }],
  ['is tested', 'has begun', { testCommand: stubborn }],
  ['is read', 'Collecting', {}],
])('ends every process when it is cancelled while it %s', async (_stage, text, changes) => {
  const cancelling = new AbortController()
  const onLog = (line: string): void => void (line.includes(text) && cancelling.abort())
  const { end } = await run(leavesReport, { ...changes, signal: cancelling.signal, onLog })
  expect(end.outcome).toBe(text === 'Collecting' ? 'passed' : 'cancelled')
  expect(processesWith('876545')).toEqual([])
})

it('leaves nothing of a run behind', () => {
  const runs = join(machine.directory, 'runs')
  expect(readdirSync(runs).flatMap((folder) => readdirSync(join(runs, folder)))).toEqual([])
})
