import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CodeView } from '../../ui/code/code-view.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { TextWithTimes } from '../../results/text-with-times.tsx'
import type { Result } from '../../results/api.ts'
import { useAnalysisRequest, useErrorGroup } from './api.ts'
import type { ErrorGroup } from './api.ts'
import { now } from '../../time/page-time.ts'

const words = lateTexts.result.analysis
type Listed = NonNullable<ErrorGroup['rootCauseAnalyses']>[number]

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
      {mayAsk && <AnalyseButton groupId={groupId} label={analysis ? words.again : words.ask} />}
    </>
  )
}

/** Asks for an analysis and waits for its end. */
function AnalyseButton({ groupId, label }: { readonly groupId: string; readonly label: string }) {
  const { isRunning, error, start } = useAnalysisRequest(groupId)
  return (
    <div>
      <ErrorNote error={error} />
      <Button size="small" isBusy={isRunning} onClick={start}>
        {label}
      </Button>
      <p className="sr" role="status">
        {isRunning ? words.running : ''}
      </p>
    </div>
  )
}

function Explained({ listed: { analysis, model, provider, created_at: at } }: { readonly listed: Listed }) {
  const links = (analysis.referenceLinks ?? []).filter(({ url }) => /^https?:\/\//.test(url))
  return (
    <div className="stack">
      <p>
        <b>
          <TextWithTimes text={analysis.rootCause} />
        </b>
      </p>
      <p className="dim">
        <TextWithTimes text={analysis.userImpact} />
      </p>
      {analysis.evidence && analysis.evidence.length > 0 && (
        <>
          <h3>{words.evidence}</h3>
          <ol className="stack small dim">
            {analysis.evidence.map(({ description }, index) => (
              <li key={index}>
                <TextWithTimes text={description} />
              </li>
            ))}
          </ol>
        </>
      )}
      {analysis.codeFix && <CodeView label={words.codeFix} text={analysis.codeFix} language="text" isWrapped />}
      {links.map(({ url, title }) => (
        <a key={url} className="link" href={url} rel="noreferrer" target="_blank">
          {title}
        </a>
      ))}
      <p className="mute small">
        {provider === 'belfry' ? words.byRules : words.byModel(model)}, <Ago at={at} />
      </p>
    </div>
  )
}
