import type { Draft } from '../../draft.ts'
import type { SourceFields } from '../../source-fields.ts'
import type { ChannelValue } from '../chat-channels.ts'

interface Channel {
  readonly item: string
  readonly value: ChannelValue
  readonly flags: Readonly<Record<string, unknown>>
}

const usualFlags = { sendFailure: true, sendRecovery: true, sendDegraded: false }
const longestThreshold = 30

/** The channels of a tool, written once all checks have said which of them they use, and which warn of certificates. */
export class Channels {
  readonly #draft: Draft
  /** By the ids of the source. */
  readonly #channels = new Map<string, Channel>()
  readonly #days = new Map<string, number>()

  constructor(draft: Draft) {
    this.#draft = draft
  }

  add(id: string, item: string, value: ChannelValue, flags: Channel['flags'] = {}): void {
    this.#channels.set(id, { item, value, flags: { ...usualFlags, ...flags } })
  }

  /** The subscriptions of a check; reports those that lead to no channel. */
  subscribed(
    fields: SourceFields,
    field: string,
    ids: readonly string[],
  ): { readonly alertChannels?: readonly string[] } {
    const known = [...new Set(ids)].filter((id) => this.#channels.has(id))
    const lost = new Set(ids).size - known.length
    if (lost > 0)
      fields.impossible(
        field,
        `${lost} of ${new Set(ids).size} have no channel here: subscribe the check to one by hand.`,
      )
    else fields.exact(field)
    return known.length === 0 ? {} : { alertChannels: known.map(logicalIdOf) }
  }

  /** Has the channels of a check warn so many days before a certificate ends. */
  warnOfCertificates(
    fields: SourceFields,
    field: string,
    { ids, days }: { ids: readonly string[]; days: number },
  ): void {
    const known = ids.filter((id) => this.#channels.has(id))
    if (known.length === 0) {
      fields.impossible(field, 'Let an alert channel warn of certificates, or make a check of the certificate.')
      return
    }
    const kept = Math.min(longestThreshold, Math.max(1, Math.round(days)))
    for (const id of known) this.#days.set(id, Math.max(kept, this.#days.get(id) ?? 0))
    fields.approximated(field, `Its alert channels warn ${kept} days before, of the certificates of all their checks.`)
  }

  finish(): void {
    for (const [id, { item, value, flags }] of this.#channels) {
      const days = this.#days.get(id)
      const ssl = days === undefined ? { sslExpiry: false } : { sslExpiry: true, sslExpiryThreshold: days }
      this.#draft.add({
        section: 'alertChannels',
        logicalId: logicalIdOf(id),
        item,
        value: { ...value, ...flags, ...ssl },
      })
    }
  }
}

const logicalIdOf = (id: string): string => `channel-${id.replaceAll(/[^A-Za-z0-9_.-]+/g, '-').slice(0, 80)}`
