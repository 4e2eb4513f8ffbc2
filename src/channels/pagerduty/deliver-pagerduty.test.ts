import { describe, expect, it } from 'vitest'
import type { AlertFacts } from '#contract'
import { facts, notificationOf } from '../../../tests/support/notification.ts'
import { pretty, providersAt } from '../../../tests/support/provider-tools.ts'
import { startWebReceiver } from '../../../tests/support/web-receiver.ts'
import { deliver } from '../index.ts'

const routingKey = '0123456789abcdef0123456789abcdef'

/** The Events API v2 as far as an event must please it. */
const startPagerduty = () =>
  startWebReceiver((response, { body, method, path, headers }) => {
    const event = JSON.parse(body)
    const isJson = String(headers['content-type']).startsWith('application/json')
    const isGood = method === 'POST' && path === '/v2/enqueue' && isJson && event.routing_key === routingKey
    const answer = isGood ? { status: 'success', dedup_key: event.dedup_key } : { status: 'invalid event' }
    response.writeHead(isGood ? 202 : 400, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })

async function sent(changes: Partial<AlertFacts> = {}): Promise<string> {
  await using pagerduty = await startPagerduty()
  const config = { account: 'acme', serviceName: 'Shop', serviceKey: '{{PAGERDUTY_KEY}}' }
  const variables = { PAGERDUTY_KEY: routingKey }
  const notification = notificationOf('PAGERDUTY', config, { facts: { ...facts, ...changes }, variables })
  expect(await deliver(notification, providersAt(pagerduty.url))).toMatchObject({ outcome: 'sent' })
  return pagerduty.requests[0]?.body ?? ''
}

const recovery = {
  alertType: 'ALERT_RECOVERY',
  alertTitle: 'Check "Shop" has recovered',
  checkErrorMessage: '',
} as const

describe('PagerDuty', () => {
  it('gets a failure as documented, and the recovery with the same key', async () => {
    const [failed, recovered] = [await sent(), await sent(recovery)]
    expect(JSON.parse(failed).dedup_key).toBe(facts.checkId)
    expect(JSON.parse(recovered)).toMatchObject({ event_action: 'resolve', dedup_key: facts.checkId })
    await expect(pretty(failed)).toMatchFileSnapshot('../../../tests/golden/channels/pagerduty-trigger.json')
    await expect(pretty(recovered)).toMatchFileSnapshot('../../../tests/golden/channels/pagerduty-resolve.json')
  })

  it('gets a drill under a key that concerns no incident of its check', async () => {
    const event = JSON.parse(await sent({ drillId: 'the-drill', alertTitle: '[Drill] Check "Shop" has failed' }))
    expect(event).toMatchObject({ dedup_key: 'the-drill', payload: { summary: expect.stringContaining('[Drill]') } })
  })

  it('gets the severity, and certificates under a key that no recovery resolves', async () => {
    const severityOf = async (alertType: AlertFacts['alertType']): Promise<string> =>
      JSON.parse(await sent({ alertType })).payload.severity
    expect(await severityOf('ALERT_DEGRADED_FAILURE')).toBe('critical')
    expect(await severityOf('ALERT_DEGRADED')).toBe('warning')
    const expiring = JSON.parse(await sent({ alertType: 'ALERT_SSL', sslCheckDomain: 'shop.example' }))
    expect(expiring).toMatchObject({
      event_action: 'trigger',
      payload: { source: 'shop.example', severity: 'warning' },
    })
    expect(expiring.dedup_key).not.toBe(facts.checkId)
  })

  it('takes no text that is too long and no link that is none', async () => {
    const long = JSON.parse(await sent({ alertTitle: 'x'.repeat(5000), resultLink: 'javascript:alert(1)' }))
    expect(long.payload.summary.length).toBeLessThanOrEqual(1024)
    expect(long.links).toBeUndefined()
  })

  it('rejects a wrong key and does not repeat it', async () => {
    await using pagerduty = await startPagerduty()
    const config = { account: '', serviceName: '', serviceKey: 'a-wrong-routing-key' }
    const delivery = await deliver(notificationOf('PAGERDUTY', config), providersAt(pagerduty.url))
    expect(delivery).toEqual({ outcome: 'rejected', response: 'HTTP 400: {"status":"invalid event"}' })
  })
})
