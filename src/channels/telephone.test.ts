import { describe, expect, it } from 'vitest'
import type { AlertFacts } from '#contract'
import { facts, notificationOf, toolsWith } from '../../tests/support/notification.ts'
import { providersAt, twilioAccount } from '../../tests/support/provider-tools.ts'
import { startWebReceiver } from '../../tests/support/web-receiver.ts'
import { deliver } from './index.ts'

type Telephone = 'SMS' | 'CALL'
const types: readonly Telephone[] = ['SMS', 'CALL']
const number = '+4930901820'
const credentials = Buffer.from(`${twilioAccount.accountSid}:${twilioAccount.authToken}`).toString('base64')

/** A provider that verifies credentials and form fields, and answers as configured. */
const startTwilio = (answer: object = { sid: 'SM1', status: 'queued', error_code: null, error_message: null }) =>
  startWebReceiver((response, { body, headers, path }) => {
    const form = new URLSearchParams(body)
    const isForm = headers['content-type'] === 'application/x-www-form-urlencoded'
    const isComplete = path.endsWith('/Messages.json') ? form.has('Body') : form.has('Twiml')
    const hasSender = form.has('From') || form.has('MessagingServiceSid')
    const isKnown = headers.authorization === `Basic ${credentials}`
    const isGood = isForm && isComplete && hasSender && form.has('To')
    response.writeHead(isKnown ? (isGood ? 201 : 400) : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isKnown && isGood ? answer : { code: 20003, message: 'Authenticate', status: 401 }))
  })

async function sent(type: Telephone, changes: Partial<AlertFacts> = {}, from = twilioAccount.from) {
  await using twilio = await startTwilio()
  const notification = notificationOf(type, { number, name: 'on call' }, { facts: { ...facts, ...changes } })
  const tools = { ...providersAt(twilio.url), twilio: { url: twilio.url, ...twilioAccount, from } }
  expect(await deliver(notification, tools)).toMatchObject({ outcome: 'sent' })
  const [request] = twilio.requests
  return { path: request?.path, form: Object.fromEntries(new URLSearchParams(request?.body)) }
}

const answered = async (type: Telephone, answer: object) => {
  await using twilio = await startTwilio(answer)
  return await deliver(notificationOf(type, { number, name: '' }), providersAt(twilio.url))
}

describe('text messages and calls', () => {
  it('are sent as the provider expects them', async () => {
    const sms = await sent('SMS')
    expect(sms.path).toBe('/2010-04-01/Accounts/AC0123/Messages.json')
    expect(sms.form).toEqual({ To: number, From: twilioAccount.from, Body: expect.any(String) })
    await expect(`${sms.form['Body']}\n`).toMatchFileSnapshot('../../tests/golden/channels/sms.txt')
    const call = await sent('CALL')
    expect(call.path).toBe('/2010-04-01/Accounts/AC0123/Calls.json')
    expect(call.form).toEqual({ To: number, From: twilioAccount.from, Twiml: expect.any(String) })
    await expect(`${call.form['Twiml']}\n`).toMatchFileSnapshot('../../tests/golden/channels/call.xml')
  })

  it('come from a messaging service when the operator named one', async () => {
    const from = `MG${'0'.repeat(32)}`
    const { form } = await sent('SMS', {}, from)
    expect(form).toMatchObject({ MessagingServiceSid: from })
    expect(form).not.toHaveProperty('From')
  })

  it('are rejected with advice when the operator has set up no provider', async () => {
    for (const type of types) {
      expect(await deliver(notificationOf(type, { number, name: '' }), toolsWith())).toEqual({
        outcome: 'rejected',
        response: expect.stringMatching(/^Text messages and calls are not configured\. Set BELFRY_TWILIO_ACCOUNT_SID/),
      })
    }
  })

  it('are rejected by an answer 2xx that holds an error', async () => {
    const errors = [{ status: 'queued', error_code: 30_006, error_message: 'Landline' }, { status: 'failed' }]
    for (const type of types)
      for (const error of errors) expect((await answered(type, { sid: 'SM1', ...error })).outcome).toBe('rejected')
    expect((await answered('SMS', [])).outcome).toBe('sent')
  })

  it('are rejected by wrong credentials, which are not repeated', async () => {
    await using twilio = await startTwilio()
    const account = { url: twilio.url, ...twilioAccount, authToken: 'an-older-token' }
    const tools = { ...toolsWith(), twilio: account }
    const delivery = await deliver(notificationOf('SMS', { number, name: '' }), tools)
    expect(delivery).toEqual({ outcome: 'rejected', response: expect.stringContaining('HTTP 401') })
  })

  it('stay short and speak nothing but text, whatever the facts hold', async () => {
    const hostile = `</Say><Dial>+15559999999</Dial>\u0000\u001b & "'`.repeat(100)
    const changes = { alertTitle: hostile, checkErrorMessage: hostile, runLocation: '<Hangup/>' }
    const twiml = (await sent('CALL', changes)).form['Twiml'] ?? ''
    expect(twiml.match(/<[^>]+>/g)?.join('')).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><Response><Say></Say><Pause length="1"/><Say></Say></Response>',
    )
    expect(twiml).not.toMatch(/\p{Cc}/u)
    expect(twiml.length).toBeLessThanOrEqual(4000)
    expect((await sent('SMS', changes)).form['Body']?.length).toBeLessThanOrEqual(480)
  })
})
