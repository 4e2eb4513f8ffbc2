import { lateTexts } from '../../strings/late.ts'
import { hasStatus, withoutTls } from '../../results/without-tls.ts'
import { Button } from '../../ui/button.tsx'
import { formatMs } from '../../ui/format.ts'
import { Glyph, StatusLine } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import { usePlaces } from '../../places/use-places.ts'
import type { TestRun } from './api.ts'
import styles from './tried.module.css'
import { reasonText } from '../../strings/reason-text.ts'

const words = lateTexts.welcome

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const states: Readonly<Record<string, State>> = { PASSED: 'PASSING', DEGRADED: 'DEGRADED', FAILED: 'FAILING' }
const phaseNames = ['dns', 'tcp', 'tls', 'firstByte', 'download'] as const

/** The outcome of a test run of the address, before a check is saved. */
export function Tried({ run }: { readonly run: TestRun }) {
  const { nameOf } = usePlaces()
  const state = states[run.status] ?? 'PENDING'
  const response = objectOf(objectOf(objectOf(run.result)['apiCheckResult'])['response'])
  const { status, statusText } = response
  const time = formatMs(run.result?.responseTime)
  const answer =
    typeof status === 'number' ? `${status} ${typeof statusText === 'string' ? statusText : ''}`.trim() : null
  return (
    <>
      <div className={`row ${styles.outcome}`}>
        <StatusLine className={state === 'PASSING' ? 'pass' : state === 'DEGRADED' ? 'deg' : 'fail'}>
          <Glyph state={state} />
          {state === 'FAILING' ? words.fails : answer === null ? words.answersIn(time) : words.answers(answer, time)}
        </StatusLine>
        <span className="mute small end">{words.triedFrom(nameOf(run.runLocation))}</span>
      </div>
      <Phases phases={objectOf(response['timingPhases'])} />
      {state !== 'PASSING' && (
        <div className={styles.reasons}>
          {run.result?.reasons.map(({ message }) => (
            <p key={message}>{reasonText(message)}</p>
          ))}
          <p className="mute">{words.failsHint}</p>
        </div>
      )}
    </>
  )
}

interface OfferPlainProps {
  readonly run: TestRun
  readonly url: string
  readonly onTry: (url: string) => void
}

/** The address without TLS, where it does not answer with it. */
export function OfferPlain({ run, url, onTry }: OfferPlainProps) {
  const plain = withoutTls(url)
  const { response } = objectOf(objectOf(run.result)['apiCheckResult'])
  if (plain === null || run.status !== 'FAILED' || hasStatus(response)) return null
  return (
    <div className="pad">
      <Button size="small" onClick={() => onTry(plain)}>
        {words.tryPlain(plain)}
      </Button>
    </div>
  )
}

function Phases({ phases }: { readonly phases: Readonly<Record<string, unknown>> }) {
  const shown = phaseNames.flatMap((name, index) => {
    const ms = phases[name]
    return typeof ms === 'number' && ms > 0 ? [{ name, ms, index: index + 1 }] : []
  })
  if (shown.length === 0) return null
  return (
    <div className={styles.phases}>
      <div className={styles.bar} aria-hidden="true">
        {shown.map(({ name, ms, index }) => (
          <i key={name} style={{ flex: ms, background: `var(--c-p${index})` }} />
        ))}
      </div>
      <div className={`row wrap small mute ${styles.legend}`}>
        {shown.map(({ name, ms }) => (
          <span key={name}>
            {words.phases[name]} {formatMs(ms)}
          </span>
        ))}
      </div>
    </div>
  )
}
