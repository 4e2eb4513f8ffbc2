import { setTimeout } from 'node:timers/promises'
import { plainHttpRequest } from '#contract'
import type { TaskCode } from '#contract'
import { observe } from '#probes'
import type { ProbeTools } from '#probes'
import { openScripts } from './script-tools.ts'

export interface ScriptCost {
  readonly what: string
  /** Median milliseconds of a whole run. */
  readonly ms: number
  /** More than without scripts. */
  readonly moreMs: number
}

const rounds = 25
/** After it the replacement of the process that was taken has begun, which must not be measured. */
const restMs = 200

const setup = `request.headers['x-signature'] = require('node:crypto').createHmac('sha256', 'key').update(request.url).digest('hex')`
const scripts: readonly (readonly [what: string, code: Partial<TaskCode> | null])[] = [
  ['without scripts', null],
  ['setup signs the request', { setup: [{ title: 'setup script', script: setup }] }],
  [
    'setup, and teardown that rewrites the body',
    {
      setup: [{ title: 'setup script', script: setup }],
      teardown: [{ title: 'teardown script', script: `response.body = response.body.toUpperCase()` }],
    },
  ],
]

/** What the scripts of an API check add to its run, behind the wall of this machine and from its warm pool, in turn. */
export async function runScripts(): Promise<{ readonly level: string; readonly costs: ScriptCost[] }> {
  const opened = await openScripts()
  const { level, url, tools } = opened
  try {
    const costs = await measure(async (code) => {
      await setTimeout(restMs)
      await opened.ready()
      return timeRun(url, code, tools)
    })
    return { level, costs }
  } finally {
    await opened.close()
  }
}

async function measure(time: (code: Partial<TaskCode> | null) => Promise<number>): Promise<ScriptCost[]> {
  const spent = scripts.map((): number[] => [])
  for (let round = -2; round < rounds; round += 1)
    for (const [index, [, code]] of scripts.entries()) {
      const ms = await time(code)
      if (round >= 0) spent[index]?.push(ms)
    }
  const medians = spent.map((all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN)
  return scripts.map(([what], index) => ({
    what,
    ms: medians[index] ?? Number.NaN,
    moreMs: (medians[index] ?? Number.NaN) - (medians[0] ?? Number.NaN),
  }))
}

async function timeRun(url: string, code: Partial<TaskCode> | null, tools: ProbeTools): Promise<number> {
  const request = { ...plainHttpRequest, url }
  const all = code && { code: { runtimeId: null, environment: [], snippets: [], ...code } }
  const startedAt = performance.now()
  const { failure } = await observe({ checkType: 'API', request, timeoutMs: 30_000, accountId: 'bench', ...all }, tools)
  if (failure) throw new Error(failure.message)
  return performance.now() - startedAt
}
