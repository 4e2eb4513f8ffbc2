import { useState } from 'react'
import type { CheckDraft } from '../../check-forms/check-draft.ts'
import { defaultsOf } from '../../check-forms/check-start.ts'
import { useCheckDefaults } from '../../check-forms/use-check-defaults.ts'
import type { CurlRequest } from '../../curl/request-of.ts'
import { nameOf } from '../../curl/with-request.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { useStart } from './api.ts'
import { NotifyChoice } from './notify-choice.tsx'
import { useNotify } from './use-notify.ts'
import { KeyValues } from '../../ui/key-values.tsx'
import { Segments } from '../../ui/segmented.tsx'
import styles from './set-up.module.css'

const words = lateTexts.welcome
/** In minutes. */
type Frequency = NonNullable<CheckDraft['frequency']>
const frequencies: readonly Frequency[] = [1, 5, 10]

/** A check that runs, who is notified of it, and what did not work about that. */
export interface Started {
  readonly id: string
  readonly name: string
  /** Where the new channel notifies. */
  readonly channel: string | null
  /** How many channels that were there before are subscribed. */
  readonly subscribed: number
  readonly problem: string | null
}

/** How many channels the defaults name; null: every channel is subscribed. */
const subscribedIn = ({ alertChannelSubscriptions: given }: CheckDraft): number | null =>
  given?.filter(({ activated }) => activated).length ?? null

/** A check that sends a whole request; without one, a check of the address alone. */
export const checkOf = (url: string, request: CurlRequest | null) =>
  request === null
    ? { checkType: 'URL' as const, request: { url } }
    : {
        checkType: 'API' as const,
        request: { ...request, headers: [...request.headers], queryParameters: [...request.queryParameters] },
      }

interface SetUpProps {
  readonly url: string
  /** Of a curl command; null: the address alone is checked. */
  readonly request: CurlRequest | null
  readonly onStarted: (started: Started) => void
}

/** How often the address is checked and who is notified; saves the check, its channel first. */
export function SetUp({ url, request, onStarted }: SetUpProps) {
  const check = checkOf(url, request)
  const { isKnown, usual, frequency, setFrequency, settings } = useSettings(check.checkType)
  const { existing, address, value, choose, target, isReady } = useNotify()
  const subscribed = subscribedIn(settings) ?? existing
  const start = useStart()
  const name = request === null ? new URL(url).hostname : nameOf(request)
  const onStart = (): void =>
    start.mutate(
      { check: { ...settings, ...check, name }, channel: target?.channel ?? null },
      {
        onSuccess: ({ id, problem }) =>
          onStarted({ id, name, subscribed, channel: problem === null ? (target?.name ?? null) : null, problem }),
      },
    )
  return (
    <div className={styles.setUp}>
      <KeyValues>
        <dt>{words.kind}</dt>
        <dd>{request === null ? words.kindText : words.apiKindText}</dd>
        <dt id="every">{words.every}</dt>
        <dd>
          <Frequencies usual={usual} value={frequency} onChange={setFrequency} />
        </dd>
        <dt>{words.notify}</dt>
        <dd>
          {existing > 0 ? (
            words.existing(subscribed)
          ) : (
            <NotifyChoice value={value} onChange={choose} address={address} />
          )}
        </dd>
      </KeyValues>
      <ErrorNote error={start.error} />
      <div className="row mt12">
        <Button kind="primary" size="large" isBusy={start.isPending} disabled={!isKnown || !isReady} onClick={onStart}>
          {words.start}
        </Button>
      </div>
    </div>
  )
}

/** The defaults of the account for a check of a type, with the frequency that is chosen. */
function useSettings(type: string) {
  const defaults = useCheckDefaults()
  const { frequency: usual = 1, frequencyOffset, ...others } = defaultsOf(type, defaults ?? {})
  const [chosen, setFrequency] = useState<Frequency | null>(null)
  const frequency = chosen ?? usual
  const offset = frequency === usual && frequencyOffset !== undefined && { frequencyOffset }
  return { isKnown: defaults !== null, usual, frequency, setFrequency, settings: { ...others, ...offset, frequency } }
}

interface FrequenciesProps {
  /** That of the defaults, in minutes. */
  readonly usual: Frequency
  readonly value: Frequency
  readonly onChange: (minutes: Frequency) => void
}

const Frequencies = ({ usual, value, onChange }: FrequenciesProps) => (
  <Segments isSmall aria-labelledby="every">
    {[...new Set([...frequencies, usual])].map((one) => (
      <button key={one} type="button" aria-pressed={value === one} onClick={() => onChange(one)}>
        {texts.checks.everyMinutes(one)}
      </button>
    ))}
  </Segments>
)
