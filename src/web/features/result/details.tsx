import { texts } from '../../strings/index.ts'
import { CodeView } from '../../ui/code/code-view.tsx'
import type { Detail } from './read-detail.ts'

/** What the panes above show already. */
const shownAbove: ReadonlySet<string> = new Set([
  'assertions',
  'jobLog',
  'jobAssets',
  'requestError',
  'pcapDataUrl',
  'pages',
  'playwrightTestTraces',
  'playwrightTestVideos',
  'playwrightTestJsonReportFile',
  'playwrightTraceFiles',
])

/** A suite counts its tests; scripts list them with their steps, which have their errors. */
const isShownAbove = (name: string, { tests }: Detail): boolean =>
  name === 'tests' || name === 'errors' ? Array.isArray(tests) && tests.length > 0 : shownAbove.has(name)

/** Everything that belongs to the check type alone: hops, certificates, answers, web vitals. */
export function Details({ detail }: { readonly detail: Detail }) {
  const isHttp = 'request' in detail && typeof Reflect.get(Object(detail['request']), 'url') === 'string'
  const rest = Object.entries(detail).filter(
    ([name, value]) =>
      !isShownAbove(name, detail) && value !== null && !(isHttp && (name === 'request' || name === 'response')),
  )
  if (rest.length === 0) return null
  return (
    <section className="pane pad" aria-label={texts.result.details}>
      <CodeView label={texts.result.details} text={JSON.stringify(Object.fromEntries(rest), null, 2)} language="json" />
    </section>
  )
}
