import { validateHeaderValue } from 'node:http'
import { channelNotification, deliver } from '#channels'
import type { ChannelTools } from '#channels'
import type { Delivery, WebhookConfig } from '#contract'
import type { PendingNotification } from '#notifying'
import type { HttpCall, HttpReply } from '#egress'
import { headerText } from '#kernel'
import type { Clock } from '#kernel'
import { toolsWith } from '../support/notification.ts'

/** Parts of names, of scripts that are written to the left, above each other, without spaces, or with pictures. */
export const scripts = [
  'Bezahlung für Zürich',
  'Оплата',
  'צ׳קאאוט',
  'الدفع',
  '結帳 支払い 결제',
  'ชำระเงิน',
  'भुगतान',
  'T\u0301o\u0308\u0332',
  '🚀👩‍👩‍👧‍👦',
  '\u202eesrever\u2028line',
] as const

const whole = { failure: null, headers: {}, body: 'ok', bytes: Buffer.from('ok'), cut: null } as const
const cutBy = (code: string) => ({
  ...whole,
  body: '',
  cut: { kind: 'timeout', code, message: 'The answer is not whole.', isNetworkError: true } as const,
})

/** What it answers, and how often of a hundred times. */
const answers: readonly { readonly times: number; readonly reply: HttpReply }[] = [
  { times: 20, reply: { ...whole, status: 503 } },
  { times: 15, reply: { ...cutBy('ETIMEDOUT'), status: 200 } },
  { times: 15, reply: { ...cutBy('ECONNRESET'), status: 202 } },
  { times: 10, reply: { ...cutBy('HPE_INVALID_HEADER_TOKEN'), status: 200 } },
  { times: 40, reply: { ...whole, status: 204 } },
]

/** A receiver of webhooks that refuses, or answers without end, in part, or what is no HTTP, and remembers what it took. */
export class OddReceiver {
  readonly config: WebhookConfig = {
    name: 'hook',
    url: 'http://receiver.example',
    method: 'POST',
    template: null,
    headers: [{ key: 'Title', value: '{{ALERT_TITLE}}', locked: false }],
    queryParameters: [],
    webhookSecret: null,
    webhookType: null,
  }
  readonly #tools: ChannelTools
  readonly #accepted = new Set<string>()
  readonly violations: string[] = []
  /** How many it accepted with an answer that was not whole. */
  oddlyAccepted = 0
  #reply: HttpReply = { ...whole, status: 204 }

  constructor(clock: Clock) {
    const http = async (call: HttpCall): Promise<HttpReply> => {
      for (const [name, value] of Object.entries(call.headers)) validateHeaderValue(name, headerText(value))
      return this.#reply
    }
    this.#tools = toolsWith({ http, clock })
  }

  /** One attempt; `chance` between 0 and 1 decides what comes back. */
  async take(notification: PendingNotification, chance: number): Promise<Delivery> {
    const { id, channel } = notification
    if (this.#accepted.has(id)) this.violations.push(`notification ${id} was accepted before`)
    const reply = replyOf(chance)
    this.#reply = reply
    const message = { ...notification, type: channel?.type ?? 'WEBHOOK', config: channel?.config ?? {} }
    const delivery = await deliver(channelNotification(message), this.#tools)
    const expected = reply.status < 300 ? 'sent' : 'retry'
    if (delivery.outcome !== expected)
      this.violations.push(`notification ${id} is ${delivery.outcome}: ${delivery.response}`)
    if (reply.status < 300 && reply.cut !== null) this.oddlyAccepted += 1
    return delivery
  }

  /** That the service knows about it: from now on it must not come again. */
  recorded({ id }: PendingNotification, { outcome }: Delivery): void {
    if (outcome === 'sent') this.#accepted.add(id)
  }
}

function replyOf(chance: number): HttpReply {
  let passed = 0
  const found = answers.find(({ times }) => (passed += times) > chance * 100)
  return (found ?? answers[0])?.reply ?? { ...whole, status: 503 }
}
