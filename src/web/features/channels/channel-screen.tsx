import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import type { ReactNode } from 'react'
import type { ChannelForm, ChannelType } from '#contract'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useOperation } from '../../api/use-operation.ts'
import type { Answer } from '../../api/operations.ts'
import { channelForms } from '../../forms/channel-forms.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { Forbidden } from '../../ui/forbidden.tsx'
import { LoadedPage } from '../../ui/loaded-page.tsx'
import { Page } from '../../ui/page.tsx'
import { ConflictForm, noConflict, useUnsavedParts } from '../../ui/conflict-form.tsx'
import type { ConflictState } from '../../ui/conflict-form.tsx'
import { ErrorNote, messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import type { Body } from '../../ui/form/body.ts'
import { FieldOf } from '../../form-fields/field-of.tsx'
import { BesideChannel } from './beside-channel.tsx'
import { ChannelTrouble } from './channel-deliveries.tsx'
import { ChannelPanes } from './channel-panes.tsx'
import { channelName } from '../../alerting/channel-name.ts'
import { saveChannel } from './save-channel.ts'
import type { Choice } from './save-channel.ts'
import { SubscriptionPane } from './subscription-pane.tsx'
import { subscribersOf } from './subscriptions.ts'
import { UsesOfChannel } from './uses-of-channel.tsx'

const words = lateTexts.setup.channels
type Channel = Answer<'getAlertChannel'>

/** Without fields for a type of a later version of the service. */
const formOf = (type: string): ChannelForm =>
  type in channelForms ? channelForms[type as ChannelType] : { start: {}, fields: [] }

const flags = ['sendFailure', 'sendRecovery', 'sendDegraded', 'sslExpiry', 'autoSubscribe'] as const
type Flags = Readonly<Record<(typeof flags)[number], boolean>>
const newFlags: Flags = {
  sendFailure: true,
  sendRecovery: true,
  sendDegraded: false,
  sslExpiry: false,
  autoSubscribe: true,
}

/** Before a certificate expires. */
const usualDays = 30

/** A new alert channel: first its type, then its settings. */
export function NewChannelScreen() {
  const [type, setType] = useState<string | null>(null)
  const mayCreate = useMay('createAlertChannel')
  if (!mayCreate) return <Forbidden title={words.new} />
  if (type !== null)
    return (
      <ChannelForm
        key={type}
        type={type}
        config={formOf(type).start}
        flags={newFlags}
        channel={null}
        conflictState={noConflict}
      />
    )
  return (
    <Page title={words.new} crumbs={<Crumb />}>
      <section className="pad">
        <h2>{words.chooseType}</h2>
        <div className="types mt16">
          {Object.keys(channelForms).map((one) => (
            <button key={one} type="button" className="typecard" onClick={() => setType(one)}>
              <b>{texts.alerts.channels[one]}</b>
            </button>
          ))}
        </div>
      </section>
    </Page>
  )
}

const Crumb = () => (
  <>
    <Link to="/channels">{words.title}</Link> /
  </>
)

/** All channels, with the one that the address names open, or the first. */
export function ChannelScreen() {
  const { id } = useParams({ strict: false }) as { readonly id?: string }
  return <ChannelPanes id={id ?? null}>{(opened) => <OpenChannel id={Number(opened)} />}</ChannelPanes>
}

function OpenChannel({ id }: { readonly id: number }) {
  const channel = useOperation('getAlertChannel', { params: { id } })
  return (
    <LoadedPage
      query={channel}
      title={lateTexts.audit.types.ALERT_CHANNEL}
      list={{ to: '/channels', title: words.title }}
    >
      {(data) => (
        <ConflictForm key={data.id} data={data} version={String(data.updated_at)}>
          {(kept, conflictState) => (
            <ChannelForm
              type={kept.type}
              config={kept.config}
              flags={kept}
              channel={kept}
              conflictState={conflictState}
            />
          )}
        </ConflictForm>
      )}
    </LoadedPage>
  )
}

interface FormProps {
  readonly type: string
  readonly config: Body
  readonly flags: Flags
  /** Null: a new one. */
  readonly channel: Channel | null
  readonly conflictState: ConflictState
}

function ChannelForm({ type, config: givenConfig, flags: givenFlags, channel, conflictState }: FormProps) {
  const [config, setConfig] = useState(givenConfig)
  const [chosen, setChosen] = useState<Flags>(givenFlags)
  const [days, setDays] = useState(String(channel?.sslExpiryThreshold ?? usualDays))
  const [choice, setChoice] = useState<Choice>(() => ({
    subscribers: subscribersOf(channel?.subscriptions ?? []),
    isEverything: false,
  }))
  useUnsavedParts({ config, chosen, days, choice }, conflictState)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const mayChange = useMay('updateAlertChannel')
  const ofFlags = Object.fromEntries(flags.map((flag) => [flag, chosen[flag]]))
  const body = { type, config, ...ofFlags, ...(chosen.sslExpiry && { sslExpiryThreshold: Number(days) }) }
  const save = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      const id = await saveChannel(channel, body, choice)
      conflictState.onUnsaved(false)
      toast({ text: words.saved })
      await client.invalidateQueries()
      if (!channel) await navigate({ to: '/channels/$id', params: { id: String(id) } })
    } catch (thrown) {
      setError(thrown)
    }
    setBusy(false)
  }
  const remove = (): void => {
    if (!channel) return
    void call('deleteAlertChannel', { params: { id: channel.id } }).then(
      async () => {
        await client.invalidateQueries()
        await navigate({ to: '/channels' })
      },
      (thrown: unknown) => toast({ text: messageOf(thrown) }),
    )
  }
  const errors = error instanceof ApiError ? configErrors(error) : {}
  return (
    <form
      className="editor"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Page
        title={channel ? channelName(channel) : `${words.new}: ${texts.alerts.channels[type]}`}
        more={channel && texts.alerts.channels[type]}
        crumbs={<Crumb />}
        actions={
          mayChange && (
            <Button kind="primary" type="submit" isBusy={isBusy}>
              {channel ? words.save : words.create}
            </Button>
          )
        }
      >
        <div className="split">
          <div className="pad stack" style={{ gap: 12 }}>
            <Notes channel={channel} kept={conflictState.note} error={error} mayChange={mayChange} />
            <fieldset className="plain stack" style={{ gap: 12 }} disabled={!mayChange}>
              {formOf(type).fields.map((row) => (
                <FieldOf
                  key={row.path}
                  row={row}
                  body={config}
                  onChange={setConfig}
                  errors={errors}
                  labels={words.fields}
                />
              ))}
            </fieldset>
            <Occasions
              chosen={chosen}
              days={days}
              error={errors['sslExpiryThreshold']}
              mayChange={mayChange}
              onChosen={setChosen}
              onDays={setDays}
            />
            <SubscriptionPane isNew={!channel} choice={choice} mayChange={mayChange} onChange={setChoice} />
            {channel && mayChange && (
              <div>
                <DeleteButton title={words.deleteTitle} text={<UsesOfChannel id={channel.id} />} onDelete={remove} />
              </div>
            )}
          </div>
          <BesideChannel type={type} config={config} channel={channel} mayChange={mayChange} />
        </div>
      </Page>
    </form>
  )
}

const Notes = ({
  channel,
  kept,
  error,
  mayChange,
}: {
  readonly channel: Channel | null
  readonly kept: ReactNode
  readonly error: unknown
  readonly mayChange: boolean
}) => (
  <>
    {channel && <ChannelTrouble channel={channel} />}
    {kept}
    <ErrorNote error={error} />
    {!mayChange && <p className="note">{words.onlyRead}</p>}
  </>
)

interface OccasionsProps {
  readonly chosen: Flags
  readonly days: string
  readonly error: string | undefined
  readonly mayChange: boolean
  readonly onChosen: (chosen: Flags) => void
  readonly onDays: (days: string) => void
}

/** When the channel is used. */
const Occasions = ({ chosen, days, error, mayChange, onChosen, onDays }: OccasionsProps) =>
  flags.map((flag) => (
    <Fragment key={flag}>
      <CheckField
        isSwitch
        label={words[flag]}
        isOn={chosen[flag]}
        disabled={!mayChange}
        onChange={(isOn) => onChosen({ ...chosen, [flag]: isOn })}
      />
      {flag === 'sslExpiry' && chosen.sslExpiry && (
        <TextField
          label={words.sslExpiryDays}
          type="number"
          value={days}
          onChange={onDays}
          error={error}
          disabled={!mayChange}
        />
      )}
    </Fragment>
  ))

/** Mistakes are named below `config`. */
const configErrors = ({ fields }: ApiError): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).map(([path, text]) => [path.replace(/^config\./, ''), text]))
