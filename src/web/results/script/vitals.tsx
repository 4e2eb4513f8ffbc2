import { lateTexts } from '../../strings/late.ts'
import { formatMs } from '../../ui/format.ts'
import { Glyph } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import { listIn, objectIn, textIn } from '../read-detail.ts'
import type { Detail } from '../read-detail.ts'
import { pageEvents } from './script-steps.ts'
import type { StepSpan } from './script-steps.ts'
import { KeyValues } from '../../ui/key-values.tsx'

const words = lateTexts.result.script
const scores: Readonly<Record<string, State>> = { GOOD: 'PASSING', NEEDS_IMPROVEMENT: 'DEGRADED', POOR: 'FAILING' }

/** The page that was open during a step, with what it measured. */
export function Vitals({ detail, span }: { readonly detail: Detail; readonly span: StepSpan }) {
  const url = pageEvents(detail, 'network').findLast(({ at }) => at < span.to)?.page
  const page = listIn(detail['pages'])
    .map(objectIn)
    .find((one) => one['url'] === url)
  const vitals = Object.entries(objectIn(page?.['webVitals'])).map(([name, vital]) => ({ name, ...objectIn(vital) }))
  if (page === undefined || vitals.length === 0) return null
  return (
    <div className="pad">
      <h3>{words.page}</h3>
      <p className="mono small mt4 anywhere">{url}</p>
      <KeyValues className="mt8">
        {vitals.map((vital) => (
          <Vital key={vital.name} name={vital.name} vital={vital} />
        ))}
      </KeyValues>
    </div>
  )
}

function Vital({ name, vital }: { readonly name: string; readonly vital: Detail }) {
  const { value, score } = vital
  const shown = typeof value !== 'number' ? '–' : name === 'CLS' ? String(value) : formatMs(value)
  return (
    <>
      <dt>{words.vitals[name] ?? name}</dt>
      <dd className="row">
        <Glyph state={scores[textIn(score) ?? ''] ?? 'UNKNOWN'} />
        {shown} <span className="mute small">{words.scores[textIn(score) ?? '']}</span>
      </dd>
    </>
  )
}
