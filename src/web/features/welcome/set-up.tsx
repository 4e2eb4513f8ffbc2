import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { change } from '../../api/change.ts'
import type { Answer } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import type { CurlRequest } from '../../curl/request-of.ts'
import { nameOf } from '../../curl/with-request.ts'
import type { Body } from '../../ui/form/body.ts'
import { defaultsOf } from '../../check-forms/check-start.ts'
import { useCheckDefaults } from '../../check-forms/use-check-defaults.ts'
import { useSession } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote, messageOf } from '../../ui/states.tsx'

const words = lateTexts.welcome
const frequencies = [1, 5, 10] as const

/** A check that runs, who is notified of it, and what did not work about that. */
export interface Started {
  readonly id: string
  readonly name: string
  readonly channel: string | null
  /** How many channels that were there before are subscribed. */
  readonly subscribed: number
  readonly problem: string | null
}

type Way = 'mail' | 'webhook' | 'none'

/** How many channels the defaults name; null: every channel is subscribed. */
const subscribedIn = ({ alertChannelSubscriptions: given }: Body): number | null =>
  Array.isArray(given) ? given.filter((one) => Object(one).activated === true).length : null

/** Where mail reaches the person; null where none does. */
const mailAddressOf = (address: Answer<'getEmailAddress'> | undefined): string | null =>
  address?.receivesMail === true ? address.email : null

const typeOf = (request: CurlRequest | null) => (request === null ? 'URL' : 'API')

/** A check that sends a whole request. */
export const apiCheckOf = (request: CurlRequest) => ({
  checkType: 'API' as const,
  request: { ...request, headers: [...request.headers], queryParameters: [...request.queryParameters] },
})

/** How often the address is checked and who is notified; saves the check, its channel first. */
export function SetUp({
  url,
  request,
  onStarted,
}: {
  readonly url: string
  /** Of a curl command; null: the address alone is checked. */
  readonly request: CurlRequest | null
  readonly onStarted: (started: Started) => void
}) {
  const { may } = useSession()
  const address = useOperation('getEmailAddress')
  const mailAddress = mailAddressOf(address.data)
  const client = useQueryClient()
  const channels = useOperation('listAlertChannels', { query: { limit: 1, includeSubscriptions: false } })
  const defaults = useCheckDefaults()
  const { frequency: usual = frequencies[0], frequencyOffset, ...others } = defaultsOf(typeOf(request), defaults ?? {})
  const [chosenFrequency, setFrequency] = useState<number | null>(null)
  const frequency = chosenFrequency ?? Number(usual)
  const [chosen, setWay] = useState<Way | null>(null)
  const [webhook, setWebhook] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const existing = channels.data?.total ?? 0
  const subscribed = subscribedIn(others) ?? existing
  const way: Way =
    existing > 0 || !may('createAlertChannel') ? 'none' : (chosen ?? (mailAddress === null ? 'webhook' : 'mail'))
  const start = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      const channel = await createChannel(client, way, { address: mailAddress ?? '', webhook })
      const name = request === null ? new URL(url).hostname : nameOf(request)
      const settings = {
        ...others,
        ...(frequencyOffset !== undefined && frequency === usual && { frequencyOffset }),
        name,
        frequency,
      }
      const check =
        request === null
          ? await change(client, 'createUrlCheck', { body: { ...settings, request: { url } } as never })
          : await change(client, 'createCheckGeneric', { body: { ...settings, ...apiCheckOf(request) } as never })
      await call('triggerCheckSessionsV2', { body: { target: { checkId: [check.id] } } }).catch(() => null)
      onStarted({ id: check.id, name, subscribed, ...channel })
    } catch (failed) {
      setError(failed)
      setBusy(false)
    }
  }
  return (
    <div className="setup">
      <dl className="kv">
        <dt>{words.kind}</dt>
        <dd>{request === null ? words.kindText : words.apiKindText}</dd>
        <dt id="every">{words.every}</dt>
        <dd>
          <span className="seg sm" role="group" aria-labelledby="every">
            {[...new Set([...frequencies, Number(usual)])].map((one) => (
              <button key={one} type="button" aria-pressed={frequency === one} onClick={() => setFrequency(one)}>
                {texts.checks.everyMinutes(one)}
              </button>
            ))}
          </span>
        </dd>
        <dt>{words.notify}</dt>
        <dd>
          {existing > 0 ? (
            words.existing(subscribed)
          ) : (
            <Ways way={way} setWay={setWay} webhook={webhook} setWebhook={setWebhook} address={mailAddress} />
          )}
        </dd>
      </dl>
      <ErrorNote error={error} />
      <div className="row mt12">
        <Button
          kind="primary"
          size="large"
          isBusy={isBusy}
          disabled={defaults === null || address.isPending || (way === 'webhook' && webhook.trim() === '')}
          onClick={() => void start()}
        >
          {words.start}
        </Button>
      </div>
    </div>
  )
}

function Ways({
  way,
  setWay,
  webhook,
  setWebhook,
  address,
}: {
  readonly way: Way
  readonly setWay: (way: Way) => void
  readonly webhook: string
  readonly setWebhook: (url: string) => void
  /** Null: no mail reaches the person. */
  readonly address: string | null
}) {
  const ways: readonly { readonly value: Way; readonly label: string }[] = [
    ...(address === null ? [] : [{ value: 'mail' as const, label: words.mailTo(address) }]),
    { value: 'webhook', label: words.webhook },
    { value: 'none', label: texts.common.none },
  ]
  return (
    <>
      <div className="row wrap" role="radiogroup" aria-label={words.notify}>
        {ways.map(({ value, label }) => (
          <label key={value} className="row gap4">
            <input type="radio" name="way" className="radio" checked={way === value} onChange={() => setWay(value)} />
            {label}
          </label>
        ))}
      </div>
      {way === 'webhook' && (
        <div className="mt8">
          <TextField
            label={words.webhookUrl}
            value={webhook}
            onChange={setWebhook}
            hint={words.webhookHint}
            placeholder="https://hooks.example/alerts"
            isMono
          />
        </div>
      )}
      {address === null && <p className="hint">{words.noMail}</p>}
      {way === 'none' && <p className="hint">{words.noChannel}</p>}
    </>
  )
}

/** The channel subscribes to every check that is made later. A channel that is refused does not keep the check away. */
async function createChannel(
  client: QueryClient,
  way: Way,
  { address, webhook }: { readonly address: string; readonly webhook: string },
): Promise<Pick<Started, 'channel' | 'problem'>> {
  if (way === 'none') return { channel: null, problem: null }
  try {
    const body =
      way === 'mail'
        ? ({ type: 'EMAIL', autoSubscribe: true, config: { address } } as const)
        : ({ type: 'WEBHOOK', autoSubscribe: true, config: { name: 'Webhook', url: webhook.trim() } } as const)
    await change(client, 'createAlertChannel', { body })
    return { channel: way === 'mail' ? address : webhook.trim(), problem: null }
  } catch (error) {
    return { channel: null, problem: messageOf(error) }
  }
}
