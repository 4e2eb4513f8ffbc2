import { beforeAll, beforeEach } from 'vitest'
import type { TestAccount } from './api.ts'
import { useDatabase } from './database.ts'
import { TestService } from './test-service.ts'
import type { Send } from './test-service.ts'

export interface Dashboard {
  readonly id: number
  readonly dashboardId: string
  readonly path: string
  readonly key: string
}

/**
 * Dashboards of an account that is new for each test, over the whole API and the public pages. What it answers may be
 * used inside tests and hooks only.
 */
export function useDashboards() {
  const database = useDatabase()
  let service: TestService
  let account: TestAccount
  beforeAll(() => {
    service = new TestService(database.db())
  })
  beforeEach(async () => {
    account = await service.account()
  })
  const send: Send = (...call) => service.as(account.key)(...call)
  const visit: Send = (...call) => service.as(null)(...call)

  return {
    service: () => service,
    account: () => account,
    /** Calls the API as the owner. */
    send,
    /** Requests without a key. */
    visit,
    dashboard: async (settings: object = {}): Promise<Dashboard> => {
      const created = await send('POST', '/v1/dashboards', { header: 'Acme', ...settings })
      const body = Object(created.body) as { id: number; dashboardId: string; keys: { rawKey: string }[] }
      return { ...body, path: `/dashboards/${body.dashboardId}`, key: body.keys[0]?.rawKey ?? '' }
    },
    /** The id of a new check. */
    check: (changes: Readonly<Record<string, unknown>> = {}): Promise<string> =>
      service.check(account.accountId, changes),
  }
}
