import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { ErrorNote } from '../../ui/states.tsx'
import { AnalyseButton, Explained } from '../../results/explained.tsx'
import type { Result } from '../../results/api.ts'
import { useErrorGroup } from './api.ts'
import { now } from '../../time/page-time.ts'

const words = lateTexts.result.analysis

/** A new group is analysed automatically within this time. */
const automaticMs = 2 * 60_000

/** Why a run failed, as the service or a model explains it; or why there is no explanation. */
export function Analysis({ result }: { readonly result: Result }) {
  if (!result.hasFailures) return null
  const [groupId] = result.errorGroupIds ?? []
  return (
    <section className="pane pad stack" aria-label={words.title}>
      <h2>{words.title}</h2>
      {groupId === undefined ? (
        <p className="dim">{result.resultType === 'ATTEMPT' ? words.noneOfAttempt : words.noGroup}</p>
      ) : (
        <OfGroup groupId={groupId} failedAt={Date.parse(result.created_at)} />
      )}
    </section>
  )
}

function OfGroup({ groupId, failedAt }: { readonly groupId: string; readonly failedAt: number }) {
  const isAwaited = now() - failedAt < automaticMs
  const group = useErrorGroup(groupId, isAwaited)
  const mayAsk = useMay('requestAnalysis')
  if (group.data === undefined) return <ErrorNote error={group.error} />
  const [analysis] = group.data.rootCauseAnalyses ?? []
  return (
    <>
      {analysis ? <Explained listed={analysis} /> : <p className="dim">{isAwaited ? words.soon : words.none}</p>}
      {mayAsk && <AnalyseButton errorGroupId={groupId} kind="CHECK" label={analysis ? words.again : words.ask} />}
    </>
  )
}
