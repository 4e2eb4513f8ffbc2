import { describe, expect, it } from 'vitest'
import type { AlertFacts, OpsgenieConfig } from '#contract'
import { facts, notificationOf } from '../../../tests/support/notification.ts'
import { pretty, providersAt } from '../../../tests/support/provider-tools.ts'
import { startWebReceiver } from '../../../tests/support/web-receiver.ts'
import type { ReceivedRequest } from '../../../tests/support/web-receiver.ts'
import { deliver } from '../index.ts'

const plain: OpsgenieConfig = { name: 'ops', apiKey: '{{GENIE}}', region: 'US', priority: 'P2' }
const variables = { GENIE: 'key-of-the-team' }

const startOpsgenie = () =>
  startWebReceiver((response, { headers }) => {
    const isKnown = headers.authorization === `GenieKey ${variables.GENIE}`
    response.writeHead(isKnown ? 202 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isKnown ? { result: 'Request will be processed' } : { message: 'Key is not valid' }))
  })

async function sent(changes: Partial<AlertFacts> = {}, config: Partial<OpsgenieConfig> = {}): Promise<ReceivedRequest> {
  await using opsgenie = await startOpsgenie()
  const notification = notificationOf(
    'OPSGENIE',
    { ...plain, ...config },
    { facts: { ...facts, ...changes }, variables },
  )
  expect(await deliver(notification, providersAt(opsgenie.url))).toMatchObject({ outcome: 'sent' })
  const [request] = opsgenie.requests
  if (!request) throw new Error('Opsgenie got no request.')
  return request
}

const golden = (name: string): string => `../../../tests/golden/channels/opsgenie-${name}.json`

describe('Opsgenie', () => {
  it('creates an alert on failure, whose alias is the check', async () => {
    const request = await sent()
    expect(request).toMatchObject({ method: 'POST', path: '/us/v2/alerts' })
    expect(JSON.parse(request.body)).toMatchObject({ alias: facts.checkId, priority: 'P2' })
    await expect(pretty(request.body)).toMatchFileSnapshot(golden('create'))
  })

  it('gets a note on the alert when a failure turns into a degradation', async () => {
    const request = await sent({ alertType: 'ALERT_FAILURE_DEGRADED', alertTitle: 'Check "Shop" is degraded' })
    expect(request.path).toBe(`/us/v2/alerts/${facts.checkId}/notes?identifierType=alias`)
    await expect(pretty(request.body)).toMatchFileSnapshot(golden('note'))
  })

  it('creates an alert for a degradation out of the blue, which a note would not reach', async () => {
    expect((await sent({ alertType: 'ALERT_DEGRADED' })).path).toBe('/us/v2/alerts')
  })

  it('closes the alert on recovery', async () => {
    const recovery = { alertTitle: 'Check "Shop" has recovered', checkErrorMessage: '' }
    const path = `/us/v2/alerts/${facts.checkId}/close?identifierType=alias`
    const request = await sent({ ...recovery, alertType: 'ALERT_RECOVERY' })
    expect(request.path).toBe(path)
    await expect(pretty(request.body)).toMatchFileSnapshot(golden('close'))
    expect((await sent({ ...recovery, alertType: 'ALERT_DEGRADED_RECOVERY' })).path).toBe(path)
  })

  it('is reached in the region of the channel', async () => {
    expect((await sent({}, { region: 'EU' })).path).toBe('/eu/v2/alerts')
  })

  it('takes no text that is too long', async () => {
    const long = 'x'.repeat(30_000)
    const tags = Array.from({ length: 50 }, () => long)
    const { body } = await sent({ alertTitle: long, checkErrorMessage: long, checkName: long, tags })
    const alert = JSON.parse(body)
    expect(alert.message.length).toBeLessThanOrEqual(130)
    expect(alert.description.length).toBeLessThanOrEqual(15_000)
    expect(alert.entity.length).toBeLessThanOrEqual(512)
    expect(alert.tags).toHaveLength(20)
    expect(alert.tags[0].length).toBeLessThanOrEqual(50)
    expect(JSON.stringify(alert.details).length).toBeLessThanOrEqual(8000)
  })

  it('rejects a wrong key, and one that fits no header', async () => {
    await using opsgenie = await startOpsgenie()
    const attempt = (apiKey: string) =>
      deliver(notificationOf('OPSGENIE', { ...plain, apiKey }), providersAt(opsgenie.url))
    expect(await attempt('another-key')).toEqual({
      outcome: 'rejected',
      response: 'HTTP 401: {"message":"Key is not valid"}',
    })
    expect(await attempt('a\nb')).toMatchObject({ outcome: 'rejected' })
    expect(await attempt('{{NOBODY}}')).toMatchObject({ outcome: 'rejected' })
    expect(opsgenie.requests).toHaveLength(1)
  })
})
