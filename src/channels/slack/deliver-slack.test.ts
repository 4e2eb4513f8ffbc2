import { describe, expect, it } from 'vitest'
import type { AlertFacts } from '#contract'
import { facts, notificationOf, toolsWith } from '../../../tests/support/notification.ts'
import { startWebReceiver } from '../../../tests/support/web-receiver.ts'
import { deliver } from '../index.ts'

async function posted(changes: Partial<AlertFacts> = {}, channel: string | null = null): Promise<string> {
  await using receiver = await startWebReceiver((response) => response.end('ok'))
  const notification = notificationOf('SLACK', { url: receiver.url, channel }, { facts: { ...facts, ...changes } })
  expect(await deliver(notification, toolsWith())).toEqual({ outcome: 'sent', response: 'HTTP 200: ok' })
  return receiver.requests[0]?.body ?? ''
}

const pretty = (json: string): string => `${JSON.stringify(JSON.parse(json), null, 2)}\n`

describe('a Slack message', () => {
  it('shows a failure with its facts, error and button', async () => {
    await expect(pretty(await posted())).toMatchFileSnapshot('../../../tests/golden/channels/slack-failure.json')
  })

  it('shows a recovery and a certificate alert in their own colours', async () => {
    const recovery = {
      alertType: 'ALERT_RECOVERY',
      alertTitle: 'Check "Shop" has recovered',
      checkErrorMessage: '',
    } as const
    await expect(pretty(await posted(recovery, '#alerts'))).toMatchFileSnapshot(
      '../../../tests/golden/channels/slack-recovery.json',
    )
    const expiry = {
      alertType: 'ALERT_SSL',
      sslDaysRemaining: 7,
      sslCheckDomain: 'shop.example',
      resultLink: '',
    } as const
    await expect(pretty(await posted(expiry))).toMatchFileSnapshot(
      '../../../tests/golden/channels/slack-certificate.json',
    )
  })

  it('lets nothing of the outside mention people, make links or break its limits', async () => {
    const hostile = '<!channel> <https://evil.example|click> ``` '.repeat(500)
    const body = await posted({ alertTitle: hostile, checkName: hostile, checkErrorMessage: hostile, tags: [hostile] })
    const message = JSON.parse(body)
    const { text, attachments } = message
    expect(JSON.stringify({ text, attachments })).not.toContain('<')
    expect(message.blocks[0].text.text.length).toBeLessThanOrEqual(150)
    const { blocks } = message.attachments[0]
    expect(blocks.length).toBeLessThanOrEqual(50)
    for (const { fields = [], text: own } of blocks) {
      expect(fields.length).toBeLessThanOrEqual(10)
      for (const field of fields) expect(field.text.length).toBeLessThanOrEqual(2000)
      expect(own?.text.length ?? 0).toBeLessThanOrEqual(3000)
      expect(own?.text.replaceAll(/^```|```$/g, '') ?? '').not.toContain('```')
    }
  })

  it('offers no button for a link that is not one', async () => {
    expect(await posted({ resultLink: 'javascript:alert(1)' })).not.toContain('button')
  })
})
