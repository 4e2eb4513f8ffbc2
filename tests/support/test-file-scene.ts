import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { codeRequest } from '#contract'
import type { Observation, ScriptAnswer, TaskCode, TestFileType } from '#contract'
import { observe } from '#probes'
import type { ProgressListener } from '#probes'
import { probeTools } from './probe-tasks.ts'
import { startTestFileRuns } from './test-file-runs.ts'
import type { TestFileRuns } from './test-file-runs.ts'

export interface GivenTestFile {
  /** Default: a multi-step check. */
  readonly checkType?: TestFileType
  readonly code?: Partial<TaskCode>
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  readonly progress?: ProgressListener
}

/** For use inside tests only. */
export interface TestFileScene {
  readonly server: () => Server
  /** The address of the shop, which scripts find in the variable `TARGET`. */
  readonly url: () => string
  /** Resolves when the processes that wait for a run are ready. */
  readonly ready: () => Promise<void>
  readonly run: (script: string, given?: GivenTestFile) => Promise<Observation<TestFileType>>
}

/** Test files of checks, run behind the wall of this machine, and a shop that they visit. `waiting` as in `TestFileRunsOptions`. */
export function useTestFileScene({ waiting = 0 } = {}): TestFileScene {
  const server = createServer((request, response) => {
    if (request.url === '/api') {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ agent: request.headers['user-agent'] }))
      return
    }
    response.setHeader('content-type', 'text/html')
    if (request.url === '/missing') response.statusCode = 404
    response.end(
      '<title>Shop</title><h1>Welcome</h1>' +
        '<script>console.error("no stock"); setTimeout(() => { throw new Error("broken page") }, 0); fetch("/missing")</script>',
    )
  })
  let runs: TestFileRuns
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    runs = await startTestFileRuns({ waiting })
  })
  afterAll(async () => {
    server.close()
    await runs[Symbol.asyncDispose]()
  })
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    server: () => server,
    url,
    ready: () => runs.playwright.ready(),
    run: (script, given = {}) => observe(taskOf(script, url(), given), { ...probeTools, ...toolsOf(runs, given) }),
  }
}

const taskOf = (
  script: string,
  url: string,
  { checkType = 'MULTI_STEP', code = {}, timeoutMs = 240_000 }: GivenTestFile,
) => ({
  checkType,
  request: codeRequest,
  timeoutMs,
  accountId: 'account',
  code: {
    runtimeId: null,
    snippets: [],
    script,
    ...code,
    environment: [{ key: 'TARGET', value: url, secret: false }, ...(code.environment ?? [])],
  },
})

const toolsOf = ({ clock, playwright }: TestFileRuns, { signal, progress }: GivenTestFile) => ({
  clock,
  playwright,
  ...(signal && { signal }),
  ...(progress && { progress }),
})

/** The answer of a run that has one. */
export function answerOf({ answer, failure }: Observation<TestFileType>): ScriptAnswer {
  if (answer === null) throw new Error(JSON.stringify(failure))
  return answer
}

export const openingOfTestFile = `import { test, expect } from '@playwright/test'\n`

/** Two snippets, of which one imports the other, and a test file that imports both. */
export const importedSnippets = [
  {
    name: 'sign-in',
    script: "const { greeting } = require('./greeting.js')\nmodule.exports = (name) => greeting + ' ' + name",
  },
  { name: 'greeting', script: "export const greeting = 'Hello'" },
]
export const importingSnippets = `${openingOfTestFile}
import signIn from './snippets/sign-in.js'
import { greeting } from './snippets/greeting'
test('signs in', () => expect([signIn('Ann'), greeting]).toEqual(['Hello Ann', 'Hello']))`
