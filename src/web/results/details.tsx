import { lateTexts } from '../strings/late.ts'
import { Pane } from '../ui/pane.tsx'
import { detailsView } from './result-details/details-views.ts'
import { FactList } from './result-details/parts.tsx'
import { words } from './result-details/labels.ts'
import { textIn } from './read-detail.ts'
import type { Detail } from './read-detail.ts'
import { namedByWords } from './setting-names.ts'
import { valuesOf, withoutPrefix } from './values.ts'

/** Fields that other panes show, for every type that has them. */
const shownAbove: ReadonlySet<string> = new Set([
  'assertions',
  'jobLog',
  'jobAssets',
  'requestError',
  'pcapDataUrl',
  'pages',
  'timingPhases',
  'playwrightTestTraces',
  'playwrightTestVideos',
  'playwrightTestJsonReportFile',
  'playwrightTraceFiles',
])

const isHttp = ({ request }: Detail): boolean => textIn(Reflect.get(Object(request), 'method')) !== null

/** Fields that no other pane shows, by name: the settings of the request, and fields of types without a view. */
export function Details({ detail }: { readonly detail: Detail }) {
  const fields = detailsView(detail)?.fields ?? []
  const rest = Object.entries(detail).filter(
    ([name]) =>
      !shownAbove.has(name) && !fields.includes(name) && !(isHttp(detail) && /^(?:request|response)$/.test(name)),
  )
  const { prefix, values } = withoutPrefix(valuesOf(Object.fromEntries(rest)))
  if (values.length === 0) return null
  return (
    <Pane title={prefix.startsWith('request') ? lateTexts.result.request : lateTexts.result.details}>
      <FactList
        facts={namedByWords(values, words).map(({ name, value }) => ({
          name,
          value: <span className="mono small multiline">{value}</span>,
        }))}
      />
    </Pane>
  )
}
