import { logText } from '../strings/reason-text.ts'
import { lateTexts } from '../strings/late.ts'
import { formatExact } from '../ui/format.ts'
import { CodeView } from '../ui/code/code-view.tsx'
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
  [time === null ? '' : formatExact(time), level.toUpperCase(), logText(text)].filter(Boolean).join(' ')

export function RunLog({ detail }: { readonly detail: Detail }) {
  const lines = linesOf(detail['jobLog'])
  if (lines.length === 0) return null
  return (
    <section className="pane pad" aria-label={lateTexts.result.log}>
      <CodeView label={lateTexts.result.log} text={lines.map(textOf).join('\n')} language="log" isWrapped />
    </section>
  )
}
