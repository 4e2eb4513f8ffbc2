import { Link } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { Moment } from '../../ui/time.tsx'
import type { Result } from '../../results/api.ts'
import { useErrorGroup } from './api.ts'
import { KeyValues } from '../../ui/key-values.tsx'
import { reasonText } from '../../strings/reason-text.ts'

const words = lateTexts.result.failure

/** How often the same error has occurred, with a link to it. */
export function ThisFailure({ result: { errorGroupIds, hasFailures } }: { readonly result: Result }) {
  const [id] = hasFailures ? (errorGroupIds ?? []) : []
  const group = useErrorGroup(id).data
  if (id === undefined || group === undefined) return null
  const { rawErrorMessage, cleanedErrorMessage, occurrences, firstSeen, lastSeen } = group
  return (
    <section className="pane pad stack" aria-label={words.title}>
      <h2>{words.title}</h2>
      <KeyValues>
        <dt>{words.group}</dt>
        <dd>
          <Link className="link" to="/errors/$id" params={{ id }}>
            {reasonText(rawErrorMessage ?? cleanedErrorMessage)}
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
      </KeyValues>
    </section>
  )
}
