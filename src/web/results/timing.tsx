import { lateTexts } from '../strings/late.ts'
import { Pane } from '../ui/pane.tsx'
import { formatMs } from '../ui/format.ts'
import { Moment } from '../ui/time.tsx'
import { detailOf } from './reason.ts'
import { objectIn } from './read-detail.ts'
import type { Detail } from './read-detail.ts'
import type { Result } from './api.ts'
import styles from './timing.module.css'

const words = lateTexts.result
/** In the order in which they follow each other, whatever the protocol calls them. */
const order = [
  'wait',
  'dns',
  'tcp',
  'connection',
  'connect',
  'tls',
  'handshake',
  'firstByte',
  'data',
  'call',
  'download',
]

interface Phase {
  readonly name: string
  readonly start: number
  readonly length: number
}

/** The phases of a request in their order, each where it began. */
function phasesOf(detail: Detail): readonly Phase[] {
  const found = objectIn(objectIn(detail['response'])['timingPhases'] ?? detail['timingPhases'])
  let start = 0
  return order.flatMap((name) => {
    const length = found[name]
    if (typeof length !== 'number') return []
    const phase = { name, start, length }
    start += length
    return [phase]
  })
}

/** Where the lines of the waterfall have times. */
const marks = [0, 0.2, 0.4, 0.6, 0.8, 1]

/** A waterfall, with the phases of the last run that passed as thin lines. */
export function Timing({ detail, lastGood }: { readonly detail: Detail; readonly lastGood: Result | null }) {
  const phases = phasesOf(detail)
  if (phases.length === 0) return null
  const good = new Map((lastGood ? phasesOf(detailOf(lastGood)) : []).map((phase) => [phase.name, phase]))
  const endOf = (all: Iterable<Phase>): number => Math.max(0, ...[...all].map(({ start, length }) => start + length))
  const total = Math.max(endOf(phases), endOf(good.values()), 0.001)
  const share = (part: number): string => `${(part / total) * 100}%`
  return (
    <Pane
      title={words.timing}
      more={
        lastGood &&
        good.size > 0 && (
          <>
            {words.lastGood(formatMs(endOf(good.values())))} <Moment at={lastGood.startedAt ?? lastGood.created_at} />
          </>
        )
      }
    >
      <div className={`padx ${styles.waterfall}`}>
        {phases.map(({ name, start, length }, index) => {
          const was = good.get(name)
          return (
            <Row key={name} name={words.phases[name] ?? name} value={formatMs(length)}>
              <i
                className={styles.bar}
                style={{ left: share(start), width: share(length), background: `var(--c-p${Math.min(5, index + 1)})` }}
              />
              {was && <i className={styles.before} style={{ left: share(was.start), width: share(was.length) }} />}
            </Row>
          )
        })}
        <span />
        <span className={styles.axis} aria-hidden="true">
          {marks.map((part) => (
            <span key={part} style={{ left: `${part * 100}%` }}>
              {part === 0 ? '0' : formatMs(total * part)}
            </span>
          ))}
        </span>
      </div>
    </Pane>
  )
}

const Row = ({
  name,
  value,
  children,
}: {
  readonly name: string
  readonly value: string
  readonly children: React.ReactNode
}) => (
  <>
    <span>{name}</span>
    <span className={styles.bars}>{children}</span>
    <span className="num">{value}</span>
  </>
)
