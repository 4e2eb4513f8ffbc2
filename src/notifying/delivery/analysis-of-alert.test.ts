import { beforeAll, describe, expect, test } from 'vitest'
import { rulesAuthor } from '#diagnosis'
import { useDatabase } from '../../../tests/support/database.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { TestAnswer } from '../../../tests/support/test-service.ts'
import { claimPendingAnalyses, recordAnalysis } from '#error-groups'
import { claimPendingNotifications } from '../index.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const asking = '{ "cause": "{{AI_ANALYSIS_ROOT_CAUSE}}" }'

/** A failed run of a new check whose webhook has this template; its notification is pending. Returns the id of the check. */
async function failedRun({ template, isRequested }: { template: string; isRequested: boolean }): Promise<string> {
  const { accountId, key } = await service.account()
  const call = service.as(key)
  const config = { name: 'hook', url: 'https://a.example', template }
  await call('POST', '/v1/alert-channels', { type: 'WEBHOOK', config })
  const request = { hostname: 'db.example', port: 1 }
  const body = { name: 'db', request, locations: ['eu-west-1'], retryStrategy: null }
  const id = idOf(await call('POST', '/v1/checks/tcp', body))
  await call('POST', '/v2/check-sessions/trigger', { target: { checkId: [id] } })
  const runner = new HandRunner(service.store, service.clock)
  await runner.settle(
    (await runner.claim()).filter((task) => task.checkId === id),
    'failed',
  )
  const [group] = await service.db.rows<{ id: string }>('select id from error_groups where account_id = $1', [
    accountId,
  ])
  if (isRequested) await call('POST', `/v1/root-cause-analyses/error-groups/${group?.id}`, {})
  return id
}

/** Sound for the answer to creating a check. */
const idOf = ({ body }: TestAnswer): string => (body as { readonly id: string }).id

async function pendingFacts(checkId: string) {
  const claim = { nowMs: service.clock.now(), limit: 10, leaseMs: 1000 }
  const pending = await claimPendingNotifications(service.store, claim)
  return pending.map(({ facts }) => facts).find((facts) => facts.checkId === checkId)
}

describe('the analysis of an alert', () => {
  test('is written by the rules at once while another one is pending', async () => {
    const facts = await pendingFacts(await failedRun({ template: asking, isRequested: true }))
    expect(facts).toMatchObject({
      analysis: {
        classification: 'INFRASTRUCTURE_ERROR',
        rootCause: expect.stringMatching(/./),
        link: `${facts?.resultLink}#root-cause-analysis`,
      },
    })
  })

  test('is the written one once there is one', async () => {
    const checkId = await failedRun({ template: asking, isRequested: true })
    const claim = { nowMs: service.clock.now(), limit: 10, leaseMs: 1000 }
    const analysis = { classification: 'X', rootCause: 'The disk is full.', userImpact: 'All.', codeFix: null }
    const written = { ...analysis, evidence: null, referenceLinks: null }
    for (const pending of await claimPendingAnalyses(service.store, claim))
      await recordAnalysis(service.store, pending, { analysis: written, ...rulesAuthor, durationMs: 1 }, claim.nowMs)
    expect(await pendingFacts(checkId)).toMatchObject({ analysis: { rootCause: 'The disk is full.', codeFix: '' } })
  })

  test.each([
    ['a channel that does not ask', { template: '{}', isRequested: true }],
    ['an error nobody analyses', { template: asking, isRequested: false }],
  ])('is left out for %s', async (_who, run) => {
    const facts = await pendingFacts(await failedRun(run))
    expect(facts).toMatchObject({ alertType: 'ALERT_FAILURE' })
    expect(facts).not.toHaveProperty('analysis')
  })
})
