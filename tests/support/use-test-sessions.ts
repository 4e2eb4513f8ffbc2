import { beforeAll, beforeEach, expect } from 'vitest'
import type { RunTask } from '#contract'
import { useDatabase } from './database.ts'
import { HandRunner } from './hand-runner.ts'
import { TestService } from './test-service.ts'
import type { Send } from './test-service.ts'

export interface StartedSession {
  readonly testSessionId: string
  readonly status: string
  readonly results: readonly {
    readonly testSessionResultId: string
    readonly resultType: string
    readonly status: string
    readonly checkId: string
  }[]
  readonly errorGroupIds: readonly string[]
}

/** The smallest body of a trigger. */
export const here = { name: 'Nightly', runLocation: 'eu-west-1' }

/**
 * Test sessions of an account that is new for each test, over the whole API, with a runner that works by hand. What it
 * answers may be used inside tests and hooks only.
 */
export function useTestSessions() {
  const database = useDatabase()
  let service: TestService
  let runner: HandRunner
  let accountId: string
  let send: Send
  beforeAll(() => {
    service = new TestService(database.db())
    runner = new HandRunner(service.store, service.clock)
  })
  beforeEach(async () => {
    // Tasks left by earlier tests are not for this one.
    await runner.claim()
    const account = await service.account()
    accountId = account.accountId
    send = service.as(account.key)
  })
  const own: Send = (...call) => send(...call)

  return {
    database,
    service: () => service,
    runner: () => runner,
    accountId: () => accountId,
    send: own,
    trigger: async (changes: object = {}): Promise<StartedSession> => {
      const answer = await own('POST', '/v1/test-sessions/trigger', { ...here, ...changes })
      expect([answer.status, answer.text]).toEqual([201, answer.text])
      return sessionOf(answer.body)
    },
    read: async (id: string): Promise<StartedSession> => sessionOf((await own('GET', `/v1/test-sessions/${id}`)).body),
    /** Ids of the list with this query. */
    ids: async (query: string): Promise<string[]> => {
      const { body } = await own('GET', `/v1/test-sessions?${query}`)
      return Object(body).entries.map((entry: { id: string }) => entry.id)
    },
    /** Claims the tasks of the account. */
    claimOwnTasks: async (): Promise<RunTask[]> =>
      (await runner.claim()).filter((task) => task.accountId === accountId),
  }
}

/** Only for answers that are test sessions. */
const sessionOf = (body: unknown): StartedSession => body as StartedSession
