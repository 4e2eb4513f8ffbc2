import type { RunTask } from '#contract'
import { SystemClock, silentLog } from '#kernel'
import { createRunner } from '#runner'
import { startScript } from './child-script.ts'
import { at, memoryPort, sorted, taskOf } from './hostile.ts'
import type { Due } from './hostile.ts'
import { openScripts } from './script-tools.ts'
import type { ScriptTools } from './script-tools.ts'

const clock = new SystemClock()

/** How late ordinary checks start, in milliseconds, alone and beside hostile scripts. */
export interface HostileScriptsResult {
  readonly level: string
  readonly rows: readonly LatenessRow[]
  /** More at the 99th percentile, beside all of them, than alone. */
  readonly moreP99: number
}

export interface LatenessRow {
  readonly what: string
  readonly runs: number
  readonly hostileRuns: number
  /** Of them, those that ended before the window did, and what was said of each once. */
  readonly ended: number
  readonly ends: readonly string[]
  readonly p50: number
  readonly p99: number
  readonly max: number
}

const bombs: Readonly<Record<string, string>> = {
  'CPU loop': `for (;;);`,
  'CPU loops in processes': `for (let i = 0; i < 8; i++) process.getBuiltinModule('node:child_process').spawn('/bin/sh', ['-c', 'while :; do :; done'], { detached: true }); await new Promise(() => {})`,
  'memory bomb': `const kept = []; for (;;) kept.push(Buffer.alloc(2 ** 24, 1))`,
  'fork bomb': `process.getBuiltinModule('node:child_process').spawn('/bin/sh', ['-c', 'f() { f | f & f | f; }; f; f; sleep 100']); await new Promise(() => {})`,
  'disk bomb': `const fs = process.getBuiltinModule('node:fs'); for (let i = 0; ; i++) fs.appendFileSync('big' + (i % 8), Buffer.alloc(2 ** 20))`,
  'endless output': `for (;;) console.log('x'.repeat(10_000))`,
}

export interface HostileScriptsOptions {
  readonly healthyChecks: number
  readonly everySeconds: number
  /** Of each window. */
  readonly seconds: number
}

/**
 * The real runner over a port in memory, with 200 ordinary checks: alone, beside each kind, and beside all. A window ends
 * when its ordinary runs have ended; the hostile ones that are still under way are ended with it.
 */
export async function runHostileScripts(options: HostileScriptsOptions): Promise<HostileScriptsResult> {
  const target = await startScript('target.ts')
  const { port } = await target.message<{ port: number }>()
  const scripts = await openScripts()
  const url = `http://127.0.0.2:${port}/status`
  try {
    const kinds = Object.keys(bombs)
    const windows: (readonly [string, readonly string[]])[] = [
      ['alone', []],
      ...kinds.map((kind) => [`beside: ${kind}`, [kind]] as const),
      ['beside all of them', kinds],
    ]
    const rows: LatenessRow[] = []
    for (const [what, hostile] of windows) {
      rows.push(await runWindow(what, planOf(options, url, hostile), scripts))
      await scripts.ready()
    }
    const [alone, ...others] = rows.map(({ p99 }) => p99)
    return { level: scripts.level, rows, moreP99: Math.max(...others) - (alone ?? 0) }
  } finally {
    await scripts.close()
    await target.stop()
  }
}

/** Each kind starts every second one; that of a window alone starts as often as all together do. */
const hostileEveryMs = 1_000

function planOf(
  { healthyChecks, everySeconds, seconds }: HostileScriptsOptions,
  url: string,
  kinds: readonly string[],
): Due[] {
  const startMs = Date.now() + 500
  const gapMs = (everySeconds * 1000) / healthyChecks
  const due: Due[] = []
  for (let ms = 0; ms < seconds * 1000; ms += gapMs) due.push({ atMs: startMs + ms, task: taskOf(url, [], 'ordinary') })
  if (kinds.length > 0)
    for (let ms = 0, index = 0; ms < seconds * 1000; ms += hostileEveryMs, index += 1)
      due.push({ atMs: startMs + ms, task: hostileTask(url, kinds[index % kinds.length] ?? '') })
  return due.toSorted((one, other) => one.atMs - other.atMs)
}

const hostileTask = (url: string, kind: string): RunTask => ({
  ...taskOf(url, [], kind),
  code: {
    runtimeId: null,
    environment: [],
    snippets: [],
    setup: [{ title: 'setup script', script: bombs[kind] ?? '' }],
  },
})

async function runWindow(what: string, due: readonly Due[], { tools }: ScriptTools): Promise<LatenessRow> {
  const scheduled = new Map(due.map(({ task, atMs }) => [task.id, { atMs, task }]))
  const ordinary = due.filter(({ task }) => task.checkName === 'ordinary').length
  const late: number[] = []
  const ends: string[] = []
  const stop = new AbortController()
  const runner = createRunner({
    port: memoryPort(due, ({ taskId, observation }) => {
      const found = scheduled.get(taskId)
      if (found?.task.checkName === 'ordinary') late.push(observation.startedAt - found.atMs)
      else if (!stop.signal.aborted) ends.push(`${found?.task.checkName}: ${observation.failure?.message}`)
    }),
    runnerId: 'bench',
    locations: ['eu-west-1'],
    concurrency: 1_000,
    tools,
    clock,
    log: silentLog,
  })
  const done = runner.run(stop.signal)
  while (late.length < ordinary) await clock.sleep(100)
  stop.abort()
  runner.abandon()
  await done
  const all = sorted(late)
  const hostile = { hostileRuns: due.length - ordinary, ended: ends.length, ends: [...new Set(ends)] }
  return { what, runs: ordinary, ...hostile, p50: at(all, 0.5), p99: at(all, 0.99), max: at(all, 1) }
}
