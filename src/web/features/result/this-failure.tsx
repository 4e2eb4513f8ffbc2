import { Link } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { lateTexts } from '../../strings/late.ts'
import { Moment } from '../../ui/time.tsx'
import type { Result } from './result-screen.tsx'

const words = lateTexts.result.failure

/** How often the same error has occurred, with a link to it among the errors of the check. */
export function ThisFailure({ result: { checkId, errorGroupIds, hasFailures } }: { readonly result: Result }) {
  const [id] = errorGroupIds ?? []
  const group = useOperation(
    'getErrorGroup',
    { params: { id: id ?? '' } },
    { enabled: hasFailures && id !== undefined },
  ).data
  if (group === undefined) return null
  const { rawErrorMessage, cleanedErrorMessage, occurrences, firstSeen, lastSeen } = group
  return (
    <section className="pane pad stack" aria-label={words.title}>
      <h2>{words.title}</h2>
      <dl className="kv">
        <dt>{words.group}</dt>
        <dd>
          <Link className="link" to="/checks/$id" params={{ id: checkId }} search={{ tab: 'errors' }}>
            {rawErrorMessage ?? cleanedErrorMessage}
          </Link>
        </dd>
        <dt>{words.seen}</dt>
        <dd>{words.times(occurrences)}</dd>
        <dt>{words.first}</dt>
        <dd>
          <Moment at={firstSeen} />
        </dd>
        <dt>{words.last}</dt>
        <dd>
          <Moment at={lastSeen} />
        </dd>
      </dl>
    </section>
  )
}
