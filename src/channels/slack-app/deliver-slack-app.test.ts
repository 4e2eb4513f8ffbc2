import { describe, expect, it } from 'vitest'
import { facts, notificationOf, toolsWith } from '../../../tests/support/notification.ts'
import { pretty, providersAt, slackBotToken } from '../../../tests/support/provider-tools.ts'
import { startWebReceiver } from '../../../tests/support/web-receiver.ts'
import { deliver } from '../index.ts'

const toChannels = (...slackChannels: string[]) => notificationOf('SLACK_APP', { slackChannels })

/** A Slack server with a configured answer per channel, as JSON with status 200 unless another one is given. */
const startSlack = (
  answers: Readonly<Record<string, object | string>>,
  reply: { status?: number; headers?: Record<string, string> } = {},
) =>
  startWebReceiver((response, { body, headers, path }) => {
    const isKnown = headers.authorization === `Bearer ${slackBotToken}` && path === '/chat.postMessage'
    const answer = isKnown ? (answers[JSON.parse(body).channel] ?? {}) : { ok: false, error: 'invalid_auth' }
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })

const deliveryAfter = async (error: string, headers: Record<string, string> = {}) => {
  await using slack = await startSlack({ '#a': { ok: false, error } }, { headers })
  return await deliver(toChannels('#a'), providersAt(slack.url))
}

describe('the Slack app', () => {
  it('posts the message to every channel of the list with the bot token', async () => {
    await using slack = await startSlack({ '#a': { ok: true, ts: '1' }, C2: { ok: true, ts: '2' } })
    expect(await deliver(toChannels('#a', 'C2'), providersAt(slack.url))).toEqual({
      outcome: 'sent',
      response: '#a sent: HTTP 200: {"ok":true,"ts":"1"}\nC2 sent: HTTP 200: {"ok":true,"ts":"2"}',
    })
    expect(new Set(slack.requests.map(({ body }) => JSON.parse(body).channel))).toEqual(new Set(['#a', 'C2']))
    const posted = slack.requests.find(({ body }) => body.includes('"#a"'))
    await expect(pretty(posted?.body ?? '')).toMatchFileSnapshot('../../../tests/golden/channels/slack-app.json')
  })

  it('is rejected with advice by errors that stay, although the status is 200', async () => {
    expect(await deliveryAfter('not_in_channel')).toEqual({
      outcome: 'rejected',
      response: 'HTTP 200: not_in_channel. The Slack app is not in the channel. Invite it there.',
    })
    expect(await deliveryAfter('token_revoked')).toMatchObject({
      response: expect.stringContaining('BELFRY_SLACK_BOT_TOKEN'),
    })
    for (const error of ['channel_not_found', 'is_archived', 'missing_scope', 'msg_too_long', 'constructor'])
      expect({ error, outcome: (await deliveryAfter(error)).outcome }).toEqual({ error, outcome: 'rejected' })
  })

  it('is tried again after errors of a moment, when Slack asks for it', async () => {
    expect(await deliveryAfter('ratelimited', { 'retry-after': '45' })).toEqual({
      outcome: 'retry',
      response: 'HTTP 200: ratelimited.',
      retryAfterSeconds: 45,
      isRateLimited: true,
    })
    for (const error of ['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout'])
      expect({ error, outcome: (await deliveryAfter(error)).outcome }).toEqual({ error, outcome: 'retry' })
    await using slack = await startSlack({}, { status: 429, headers: { 'retry-after': '7' } })
    expect(await deliver(toChannels('#a'), providersAt(slack.url))).toMatchObject({
      outcome: 'retry',
      retryAfterSeconds: 7,
    })
  })

  it('does not take the page of something in between for an answer', async () => {
    await using slack = await startSlack({ '#a': '<html>Please sign in</html>' })
    expect(await deliver(toChannels('#a'), providersAt(slack.url))).toMatchObject({ outcome: 'retry' })
  })

  it('counts as sent when one channel got it and the others never will, and as unfinished while one still may', async () => {
    const gone = { ok: false, error: 'channel_not_found' }
    const busy = { ok: false, error: 'internal_error' }
    await using slack = await startSlack({ '#a': { ok: true }, '#gone': gone, '@gone': gone, '#busy': busy })
    const tools = providersAt(slack.url)
    expect(await deliver(toChannels('#gone', '#a'), tools)).toMatchObject({
      outcome: 'sent',
      response: expect.stringContaining('#gone rejected'),
    })
    expect(await deliver(toChannels('#gone', '#a', '#busy'), tools)).toMatchObject({ outcome: 'retry' })
    expect(await deliver(toChannels('#gone', '@gone'), tools)).toMatchObject({ outcome: 'rejected' })
  })

  it('is rejected with advice when the operator has set no token', async () => {
    expect(await deliver(toChannels('#a'), toolsWith())).toEqual({
      outcome: 'rejected',
      response: 'The Slack app is not configured. Set BELFRY_SLACK_BOT_TOKEN and restart the service.',
    })
  })

  it('lets nothing of the outside mention people', async () => {
    await using slack = await startSlack({ '#a': { ok: true } })
    const hostile = '<!channel> <@U1> <https://evil.example|click>'
    const notification = { ...toChannels('#a'), facts: { ...facts, alertTitle: hostile, checkErrorMessage: hostile } }
    await deliver(notification, providersAt(slack.url))
    const { text, attachments } = JSON.parse(slack.requests[0]?.body ?? '{}')
    expect(JSON.stringify({ text, attachments })).not.toContain('<')
  })
})
