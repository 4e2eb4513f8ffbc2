import { Link } from '@tanstack/react-router'
import { Bell, OctagonAlert, Pencil, Rocket, Wrench } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { lateTexts } from '../../../strings/late.ts'
import { formatBoth, formatClock } from '../../../ui/format.ts'
import { Moment } from '../../../ui/time.tsx'
import { describeAnnotation } from './series-words.ts'
import type { Annotation } from './series-words.ts'
import type { Slots } from './strip-marks.tsx'
import styles from './annotation-marks.module.css'
import { Tag } from '../../../ui/tag.tsx'

const words = lateTexts.series

const icons: Readonly<Record<Annotation['kind'], LucideIcon>> = {
  ALERT: Bell,
  CHANGE: Pencil,
  DEPLOYMENT: Rocket,
  INCIDENT: OctagonAlert,
  MAINTENANCE: Wrench,
}

const apartPx = 18

interface Mark {
  readonly x: number
  readonly annotations: Annotation[]
}

/** Those that lie too near to each other are one mark. */
function marksOf(annotations: readonly Annotation[], { fromMs, lengthMs, count }: Slots, width: number): Mark[] {
  const marks: Mark[] = []
  for (const annotation of annotations) {
    const share = (Date.parse(annotation.at) - fromMs) / (lengthMs * count)
    const x = Math.round(Math.min(1, Math.max(0, share)) * width)
    const last = marks.at(-1)
    if (last && x - last.x < apartPx) last.annotations.push(annotation)
    else marks.push({ x, annotations: [annotation] })
  }
  return marks
}

/** Where on a strip something else happened; the list below says what. */
export function AnnotationMarks({
  annotations,
  slots,
  width,
}: {
  readonly annotations: readonly Annotation[]
  readonly slots: Slots
  readonly width: number
}) {
  return (
    <div className={styles.marks}>
      {marksOf(annotations, slots, width).map(({ x, annotations: here }) => {
        const [first] = here
        const Icon = icons[first?.kind ?? 'CHANGE']
        const label = here.map((one) => `${formatClock(one.at)} ${describeAnnotation(one)}`).join('\n')
        return (
          <span key={x} className={styles.mark} style={{ left: Math.min(x, width - 14) }} title={label}>
            <Icon className="ic s" role="img" aria-label={label} />
            {here.length > 1 && here.length}
          </span>
        )
      })}
    </div>
  )
}

/** The other events, the latest first, as text. */
export const AnnotationList = ({ annotations }: { readonly annotations: readonly Annotation[] }) =>
  annotations.length === 0 ? (
    <p className="padx pb mute">{words.noEvents}</p>
  ) : (
    <ul className={`padx ${styles.events}`}>
      {annotations.toReversed().map((annotation) => {
        const { kind, id, at, until } = annotation
        const Icon = icons[kind]
        return (
          <li key={`${kind} ${id} ${at}`}>
            <Icon className="ic s" aria-hidden="true" />
            <span className="nw">
              <Moment at={at} />
            </span>
            <Tag>{words.kinds[kind]}</Tag>
            <span className="anywhere">
              {kind === 'INCIDENT' ? (
                <Link className="quiet" to="/incidents/$id" params={{ id }}>
                  {describeAnnotation(annotation)}
                </Link>
              ) : (
                describeAnnotation(annotation)
              )}
              {until && (
                <span className="mute" title={formatBoth(until)}>
                  {' '}
                  {words.until(formatClock(until))}
                </span>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
