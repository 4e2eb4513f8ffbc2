import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { useUnsavedParts } from '../../ui/conflict-form.tsx'
import type { ConflictState } from '../../ui/conflict-form.tsx'
import { useSaving } from '../../ui/form/use-saving.ts'
import { messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useDeleteChannel, useSaveChannel } from './api.ts'
import type { Channel, ChannelDraft, Subscriptions } from './api.ts'
import { occasionsOf, occasionsOfNew } from './occasions.tsx'
import { subscribersOf } from './subscriptions.ts'

/** Before a certificate expires. */
const usualDays = 30

interface Edited extends ChannelDraft {
  /** Null: a new one. */
  readonly channel: Channel | null
  readonly conflictState: ConflictState
}

/** The edited fields of a channel, and the functions that save and delete it. */
export function useChannelForm({ type, config: given, channel, conflictState }: Edited) {
  const [config, setConfig] = useState(given)
  const [occasions, setOccasions] = useState(channel === null ? occasionsOfNew : occasionsOf(channel))
  const [days, setDays] = useState(String(channel?.sslExpiryThreshold ?? usualDays))
  const [subscriptions, setSubscriptions] = useState<Subscriptions>(() => ({
    subscribers: subscribersOf(channel?.subscriptions ?? []),
    isEverything: false,
  }))
  useUnsavedParts({ config, occasions, days, subscriptions }, conflictState)
  const saveChannel = useSaveChannel()
  const deleteChannel = useDeleteChannel()
  const navigate = useNavigate()
  const saving = useSaving(async () => {
    const draft = { type, config, ...occasions, ...(occasions.sslExpiry && { sslExpiryThreshold: Number(days) }) }
    const onSaved = (): void => {
      conflictState.onUnsaved(false)
      toast({ text: lateTexts.setup.channels.saved })
    }
    const id = await saveChannel({ channel, draft, subscriptions, onSaved })
    if (channel === null) await navigate({ to: '/channels/$id', params: { id: String(id) } })
  })
  const remove = (id: number): Promise<void> =>
    deleteChannel(id, () => navigate({ to: '/channels' })).catch((thrown: unknown) =>
      toast({ text: messageOf(thrown) }),
    )
  return {
    ...saving,
    config,
    setConfig,
    occasions,
    setOccasions,
    days,
    setDays,
    subscriptions,
    setSubscriptions,
    remove,
    errors: configErrors(saving.errors),
  }
}

/** Mistakes are named below `config`. */
const configErrors = (errors: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(errors).map(([path, text]) => [path.replace(/^config\./, ''), text]))
