import { texts } from '../../strings/index.ts'
import { formatClock } from '../../ui/format.ts'
import { listIn, objectIn, textIn } from './read-detail.ts'
import type { Detail } from './read-detail.ts'

interface Line {
  readonly time: number | null
  readonly level: string
  readonly text: string
}

/** One list, or several by the part of the run they come from. */
function linesOf(log: unknown): readonly Line[] {
  if (!Array.isArray(log))
    return Object.values(objectIn(log)).flatMap((part) => (Array.isArray(part) ? linesOf(part) : []))
  return listIn(log).map((entry) => {
    const { time, level, msg } = objectIn(entry)
    return {
      time: typeof time === 'number' ? time : null,
      level: textIn(level) ?? '',
      text: textIn(msg) ?? textIn(entry) ?? JSON.stringify(entry),
    }
  })
}

const classes: Readonly<Record<string, string>> = { ERROR: 'e', WARN: 'w' }

export function RunLog({ detail }: { readonly detail: Detail }) {
  const lines = linesOf(detail['jobLog'])
  if (lines.length === 0) return null
  return (
    <section className="pane" aria-label={texts.result.log}>
      <div className="pane-h">
        <h2>{texts.result.log}</h2>
      </div>
      <div className="log">
        {lines.map(({ time, level, text }, index) => (
          <div key={index}>
            <time>{time === null ? '' : formatClock(time)}</time>
            <span className={`lv ${classes[level.toUpperCase()] ?? ''}`}>{level}</span>
            <span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</span>
          </div>
        ))}
      </div>
    </section>
  )
}
