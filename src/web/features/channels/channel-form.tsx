import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { channelKind } from '../../alerting/channel-kind.ts'
import { channelName } from '../../alerting/channel-name.ts'
import { FieldOf } from '../../form-fields/field-of.tsx'
import { EditedBesideCode } from '../../projects/deployed-from.tsx'
import { useOpenThing } from '../../shell/open-thing.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import type { ConflictState } from '../../ui/conflict-form.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Page } from '../../ui/page.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { useMayUpdateChannel } from './api.ts'
import type { Channel, ChannelDraft } from './api.ts'
import { BesideChannel } from './beside-channel.tsx'
import { ChannelTrouble } from './channel-deliveries.tsx'
import { formOf } from './form-of.ts'
import { OccasionFields } from './occasions.tsx'
import { SubscriptionPane } from './subscription-pane.tsx'
import { useChannelForm } from './use-channel-form.ts'
import { UsesOfChannel } from './uses-of-channel.tsx'
import { Note } from '../../ui/note.tsx'
import { PageForm } from '../../ui/form/page-form.tsx'
import { useSaveKey } from '../../ui/form/use-save-key.ts'

const words = lateTexts.setup.channels

interface FormProps extends ChannelDraft {
  /** Null: a new one. */
  readonly channel: Channel | null
  readonly conflictState: ConflictState
}

/** The settings of a channel, who is subscribed to it, and beside them what it sends. */
export function ChannelForm(props: FormProps) {
  const { type, channel, conflictState } = props
  const { config, isBusy, error, errors, ...form } = useChannelForm(props)
  const mayChange = useMayUpdateChannel()
  useOpenThing(channel && { kind: 'channel', id: String(channel.id), name: channelName(channel) })
  useSaveKey(() => mayChange && void form.save())
  return (
    <PageForm onSave={() => void form.save()}>
      <Page
        title={channel ? channelName(channel) : `${words.new}: ${texts.alerts.channels[type]}`}
        more={channel && channelKind(channel)}
        crumbs={<ChannelCrumb />}
        actions={
          mayChange && (
            <Button kind="primary" type="submit" isBusy={isBusy}>
              {channel ? words.save : words.create}
            </Button>
          )
        }
      >
        <div className="split">
          <div className="pad stack gap12">
            <EditedBesideCode type="alert-channel" resource={channel} />
            <Notes channel={channel} note={conflictState.note} error={error} mayChange={mayChange} />
            <fieldset className="stack gap12" disabled={!mayChange}>
              {formOf(type).fields.map((row) => (
                <FieldOf
                  key={row.path}
                  row={row}
                  body={config}
                  onChange={form.setConfig}
                  errors={errors}
                  labels={words.fields}
                />
              ))}
            </fieldset>
            <OccasionFields
              occasions={form.occasions}
              days={form.days}
              error={errors['sslExpiryThreshold']}
              mayChange={mayChange}
              onChange={form.setOccasions}
              onDays={form.setDays}
            />
            <SubscriptionPane
              isNew={!channel}
              subscriptions={form.subscriptions}
              mayChange={mayChange}
              onChange={form.setSubscriptions}
            />
            {channel && mayChange && <Delete channel={channel} onDelete={() => void form.remove(channel.id)} />}
          </div>
          <BesideChannel type={type} config={config} channel={channel} mayChange={mayChange} />
        </div>
      </Page>
    </PageForm>
  )
}

/** The way back to the list. */
export const ChannelCrumb = () => (
  <>
    <Link to="/channels">{words.title}</Link> /
  </>
)

interface NotesProps extends Pick<FormProps, 'channel'> {
  /** That somebody else has changed it. */
  readonly note: ReactNode
  readonly error: unknown
  readonly mayChange: boolean
}

const Notes = ({ channel, note, error, mayChange }: NotesProps) => (
  <>
    {channel && <ChannelTrouble channel={channel} />}
    {note}
    <ErrorNote error={error} />
    {!mayChange && <Note>{words.onlyRead}</Note>}
  </>
)

const Delete = ({ channel, onDelete }: { readonly channel: Channel; readonly onDelete: () => void }) => (
  <div>
    <DeleteButton title={words.deleteTitle} text={<UsesOfChannel id={channel.id} />} onDelete={onDelete} />
  </div>
)
