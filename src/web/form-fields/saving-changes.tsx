import type { FormField } from '#contract'
import { channelName } from '../alerting/channel-name.ts'
import { useAllItems } from '../api/use-all-items.ts'
import { alertSettingsFields } from '../forms/check-forms.ts'
import { lateTexts } from '../strings/late.ts'
import { ChangeList } from '../ui/form/change-list.tsx'
import { namedChanges } from './named-changes.ts'
import type { NamedChange } from './named-changes.ts'

const words = lateTexts.editor

/** The differences between two bodies of a form with these fields and alert settings, by their labels. */
export function useNamedChanges(before: object, after: object, fields: readonly FormField[]): readonly NamedChange[] {
  const channels = useAllItems('listAlertChannels', { staleMs: 30_000 }).data ?? []
  const nameOf = (id: number): string => {
    const channel = channels.find((one) => one.id === id)
    return channel ? channelName(channel) : `#${id}`
  }
  return namedChanges(before, after, { fields: [...fields, ...alertSettingsFields], channelName: nameOf })
}

/** The changes that saving makes, field by field; nothing of something new. */
export function SavingChanges({ changes }: { readonly changes: readonly NamedChange[] }) {
  return (
    <section className="pane" aria-label={words.changes}>
      <div className="pane-h">
        <h2>{words.changes}</h2>
      </div>
      {changes.length === 0 && <p className="padx mute">{words.noChanges}</p>}
      <ChangeList changes={changes} label={words.changes} />
    </section>
  )
}
