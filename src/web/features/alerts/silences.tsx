import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Moment } from '../../ui/time.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { useSilenceEnd, useSilences } from './api.ts'
import type { AlertSilence } from './api.ts'
import styles from './received.module.css'

const words = lateTexts.receivedAlerts

/** The silences that have not ended; nothing without any. */
export function Silences() {
  const silences = useSilences().data ?? []
  const mayEnd = useMay('deleteAlertSilence')
  const end = useSilenceEnd()
  if (silences.length === 0) return null
  return (
    <section className="pad">
      <h2>{words.silences}</h2>
      <ul className={styles.silences}>
        {silences.map((silence) => (
          <li key={silence.id} className="row wrap">
            <span className="grow anywhere">
              {silence.comment !== '' && <b>{silence.comment} </b>}
              <span className="mono small">{silence.matchers.map(textOf).join(' ')}</span>{' '}
              <span className="small mute">
                {words.until} <Moment at={silence.endsAt} /> {words.byWhom(silence.createdBy)}
              </span>
            </span>
            {mayEnd && (
              <Button size="small" onClick={() => end.mutate({ params: { id: silence.id } }, { onError: toastError })}>
                {words.endSilence}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const textOf = ({ name, value, isRegex, isEqual }: AlertSilence['matchers'][number]): string =>
  `${name}${isEqual ? (isRegex ? '=~' : '=') : isRegex ? '!~' : '!='}"${value}"`
