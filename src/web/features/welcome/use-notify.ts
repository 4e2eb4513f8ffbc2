import { useState } from 'react'
import { useChannelCount, useMailAddress } from './api.ts'
import type { NewChannel } from './api.ts'

/** Through which new channel somebody is notified of a first check. */
export interface Notify {
  readonly way: 'mail' | 'webhook' | 'none'
  /** The URL of the webhook, kept also while another way is chosen. */
  readonly webhook: string
}

interface Target {
  /** The address or the URL; empty while none is given. */
  readonly name: string
  readonly channel: NewChannel
}

/** Who is notified of a first check: all channels that exist, or a new one that the person chooses. */
export function useNotify() {
  const { address, isPending } = useMailAddress()
  const existing = useChannelCount()
  const [chosen, choose] = useState<Notify | null>(null)
  const value = chosen ?? { way: address === null ? 'webhook' : 'mail', webhook: '' }
  const target = existing > 0 ? null : targetOf(value, address ?? '')
  return { existing, address, value, choose, target, isReady: !isPending && target?.name !== '' }
}

function targetOf({ way, webhook }: Notify, address: string): Target | null {
  const url = webhook.trim()
  if (way === 'mail') return { name: address, channel: { type: 'EMAIL', autoSubscribe: true, config: { address } } }
  if (way === 'webhook')
    return { name: url, channel: { type: 'WEBHOOK', autoSubscribe: true, config: { name: 'Webhook', url } } }
  return null
}
