import { useAllItems } from '../api/use-all-items.ts'
import { lateTexts } from '../strings/late.ts'
import { CheckField } from '../ui/field.tsx'
import { ErrorNote } from '../ui/states.tsx'
import { channelKind } from '../alerting/channel-kind.ts'
import { channelName } from '../alerting/channel-name.ts'
import { valueAt, withValue } from '../ui/form/body.ts'
import type { EditProps } from '../ui/form/edit-props.ts'
import { alertSettingsFields } from '../forms/check-forms.ts'
import { AlertRulesPreview } from './alert-rules-preview.tsx'
import { SectionFields } from './section-fields.tsx'

const words = lateTexts.editor

interface Subscription {
  readonly alertChannelId: number
  readonly activated: boolean
}

/**
 * Who is notified. Checks use the alert settings of the account unless they say otherwise, groups only if they do. What is
 * new and names no channels is subscribed to all; defaults that name none leave it at that.
 */
export function Channels<B extends object>({
  body,
  onChange,
  errors,
  isOfGroup = false,
  isOfDefaults = false,
}: EditProps<B> & { readonly isOfGroup?: boolean; readonly isOfDefaults?: boolean }) {
  const channels = useAllItems('listAlertChannels', { staleMs: 30_000 })
  const useGlobal = valueAt(body, 'useGlobalAlertSettings')
  const found = valueAt(body, 'alertChannelSubscriptions')
  const listed = isOfDefaults ? [] : (channels.data ?? [])
  const unnamed = listed.map(({ id }) => ({ alertChannelId: id, activated: true }))
  const subscriptions = Array.isArray(found) ? (found as readonly Subscription[]) : unnamed
  const isOn = (id: number): boolean =>
    subscriptions.some(({ alertChannelId, activated }) => alertChannelId === id && activated)
  const set = (id: number, activated: boolean): void => {
    const others = subscriptions.filter(({ alertChannelId }) => alertChannelId !== id)
    onChange(withValue(body, 'alertChannelSubscriptions', [...others, { alertChannelId: id, activated }]))
  }
  return (
    <>
      <CheckField
        label={words.useGlobal}
        isOn={isOfGroup ? useGlobal === true : useGlobal !== false}
        onChange={(isGlobal) => onChange(withValue(body, 'useGlobalAlertSettings', isGlobal))}
      />
      {useGlobal === false && (
        <>
          <SectionFields fields={alertSettingsFields} body={body} onChange={onChange} errors={errors} />
          <AlertRulesPreview body={body} />
        </>
      )}
      <h3>{words.channels}</h3>
      <ErrorNote error={channels.error} />
      {channels.data?.length === 0 && <p className="mute">{words.noChannels}</p>}
      {channels.data?.map((channel) => (
        <CheckField
          key={channel.id}
          label={`${channelKind(channel)}: ${channelName(channel)}`}
          isOn={isOn(channel.id)}
          onChange={(on) => set(channel.id, on)}
        />
      ))}
    </>
  )
}
