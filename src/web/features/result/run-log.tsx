import { lateTexts } from '../../strings/late.ts'
import { CodeView } from '../../ui/code/code-view.tsx'
import { listIn, objectIn, textIn } from './read-detail.ts'
import type { Detail } from './read-detail.ts'
import { plainText } from './script/script-steps.ts'

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
      text: plainText(msg) ?? plainText(entry) ?? JSON.stringify(entry),
    }
  })
}

const textOf = ({ time, level, text }: Line): string =>
  [time === null ? '' : clockOf(time), level.toUpperCase(), text].filter(Boolean).join(' ')

/** To the millisecond, in the zone of the viewer. */
function clockOf(time: number): string {
  const at = new Date(time)
  const [hours, minutes, seconds] = [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${hours}:${minutes}:${seconds}.${String(at.getMilliseconds()).padStart(3, '0')}`
}

export function RunLog({ detail }: { readonly detail: Detail }) {
  const lines = linesOf(detail['jobLog'])
  if (lines.length === 0) return null
  return (
    <section className="pane pad" aria-label={lateTexts.result.log}>
      <CodeView label={lateTexts.result.log} text={lines.map(textOf).join('\n')} language="log" isWrapped />
    </section>
  )
}
