import { Link } from '@tanstack/react-router'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { formatMs } from '../../ui/format.ts'
import { Glyph } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import { Drill } from '../../drill/drill.tsx'
import { useFirstRun } from './api.ts'
import type { Started } from './set-up.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './welcome-screen.module.css'

const words = lateTexts.welcome
const states: Readonly<Record<string, State>> = { P: 'PASSING', D: 'DEGRADED', F: 'FAILING' }

/** The progress after the check was saved, including its first run. */
export function FirstRun({ started, onAnother }: { readonly started: Started; readonly onAnother: () => void }) {
  const { id, name, channel, subscribed, problem } = started
  const isNotified = channel !== null || subscribed > 0
  const { outcome, responseTime } = useFirstRun(id)
  return (
    <>
      <h2 className={styles.question}>{words.watching(name)}</h2>
      {problem && (
        <Note kind="failing" className="mt12" role="alert">
          {words.channelFailed(problem)}
        </Note>
      )}
      <ol className={`mt16 ${styles.steps}`} aria-label={words.steps} aria-live="polite">
        <li className="row">
          <Glyph state="PASSING" />
          <b>{words.saved}</b>
        </li>
        <li className="row">
          <Glyph state={outcome === undefined ? 'PENDING' : (states[outcome] ?? 'UNKNOWN')} />
          <b>{words.firstRun}</b>
          <span className="mute">
            {outcome === undefined
              ? words.firstRunWaiting
              : `${texts.common.runState[states[outcome] ?? 'UNKNOWN']}, ${words.firstRunDone(formatMs(responseTime))}`}
          </span>
        </li>
        <li className="row">
          <Glyph state={isNotified ? 'PASSING' : 'PENDING'} />
          <b>{words.notified}</b>
          <span className="mute">
            {channel !== null ? words.notifiedBy(channel) : isNotified ? words.existing(subscribed) : words.nobody}
          </span>
        </li>
      </ol>
      {outcome === 'P' && isNotified && (
        <section className="mt16" aria-label={lateTexts.drill.title}>
          <Drill checkId={id} />
        </section>
      )}
      <div className="row wrap mt16">
        <Button kind="primary" asChild>
          <Link to="/">{words.toHome}</Link>
        </Button>
        <Button asChild>
          <Link to="/checks/$id" params={{ id }}>
            {words.toCheck}
          </Link>
        </Button>
        <Button kind="ghost" onClick={onAnother}>
          {words.another}
        </Button>
      </div>
    </>
  )
}
